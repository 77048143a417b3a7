/** The report of a game, seat by seat: the parts of the result, the costliest decisions as questions, every turn. */
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { Failure } from "../net/api";
import { nameAt } from "../state/player_names";
import { reportOn } from "../net/report";
import { Token } from "../ui/tokens";
import { joined } from "../i18n/language";
import { wordsAt } from "../net/meanings";
import { WithWords } from "../table/meaning/word_links";
import type { Ending, GameScreen } from "../state/game_screen";
import type { Table } from "../state/table";
import { keepPuzzles, momentPath } from "../state/puzzles";
import { reader } from "../state/telling";
import { Link } from "../ui/link";
import type { Part, Report, SeatReport, Telling } from "../net/types.gen";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly parts: NonNullable<Ending["reported"]>;
}

/** Renders sentences. */
type Show = (...told: readonly Telling[]) => ComponentChild;

/** The parts of a result are in thousandths. */
const UNIT = 1000;
const signed = (worth: number): string => (worth < 0 ? "−" : "+") + Math.abs(worth / UNIT).toFixed(1);

export function Look({ table, screen, parts }: Props) {
  const look = useSignal<Report | "awaited" | "failed">("awaited");
  useEffect(() => {
    reportOn(table.id).then(
      (report) => {
        look.value = report;
        const seat = table.seat.peek();
        if (seat !== null) keepPuzzles({ table: table.id, game: table.hello.peek()?.game ?? "", seat }, report);
      },
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        look.value = "failed";
      },
    );
  }, [table]);
  if (typeof look.value === "string") return <p class="note">{t(`look-back.${look.value}`)}</p>;
  return <Told report={look.value} table={table} screen={screen} parts={parts} />;
}

function Told({ report, table, screen, parts }: Props & { readonly report: Report }) {
  const seat = useSignal(table.seat.peek() ?? 0);
  const say = reader(table, screen.translate);
  const words = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!screen.words) return;
    wordsAt(table.id).then(
      (heard) => (words.value = new Set(heard.map(({ word }) => word))),
      (failure: unknown) => {
        // If the words cannot be fetched, the report has no links to their meanings.
        if (!(failure instanceof Failure)) throw failure;
      },
    );
  }, [table, screen]);
  const show: Show = (...told) => <WithWords text={joined(told.map(say))} words={words.value} />;
  const own = report.seats[seat.value];
  const shown = own && parts === "moments" ? { ...own, lines: [] } : own;
  const most = Math.max(1, ...report.seats.flatMap(({ parts }) => parts.map(({ worth }) => Math.abs(worth))));
  return (
    <section data-testid="report">
      <div class="whose" role="group" aria-label={t("look-back.whose")}>
        {report.seats.map((_, each) => (
          <button
            key={each}
            type="button"
            data-testid={`review-seat-${each}`}
            aria-pressed={each === seat.value}
            onClick={() => (seat.value = each)}
          >
            <Token seat={each} />
            {nameAt(table, each)}
          </button>
        ))}
      </div>
      {shown && <Account key={seat.value} table={table} shown={shown} most={most} show={show} />}
      <p class="note">{show(...report.meaning)}</p>
      {report.turns.length > 0 && (
        <details>
          <summary>{t("look-back.turns")}</summary>
          <ol>
            {report.turns.map((turn, at) => (
              <li key={at}>{show(...turn)}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

interface AccountProps {
  readonly table: Table;
  readonly shown: SeatReport;
  /** The value of the largest part of any seat. */
  readonly most: number;
  readonly show: Show;
}

function Account({ table, shown, most, show }: AccountProps) {
  const { lines, parts, moments, notes } = shown;
  const reader = table.seat.value;
  return (
    <>
      {lines.map((line, at) => (
        <p key={at}>{show(line)}</p>
      ))}
      <dl class="parts">
        {parts.map((part, at) => (
          <PartBar key={at} part={part} most={most} show={show} />
        ))}
      </dl>
      <h3>{t(moments.length > 0 ? "look-back.moments" : "look-back.none")}</h3>
      <ol>
        {moments.map(({ at, seat, question, answer }) => (
          <li key={at} data-testid="review-moment">
            <p>{show(question)}</p>
            {(reader === null || reader === seat) && (
              <Link to={momentPath(table.id, at)} look="button" testid="moment-try">
                {t("moment.try")}
              </Link>
            )}
            <details>
              <summary>{t("look-back.answer")}</summary>
              <p>{show(...answer)}</p>
            </details>
          </li>
        ))}
      </ol>
      {notes.map((note, at) => (
        <p key={at}>{show(note)}</p>
      ))}
    </>
  );
}

/** A part as a bar, to the right of the middle if it was a gain. */
function PartBar({ part, most, show }: Omit<AccountProps, "shown" | "table"> & { readonly part: Part }) {
  const long = (50 * Math.abs(part.worth)) / most;
  const style = { width: `${long}%`, left: `${part.worth < 0 ? 50 - long : 50}%` };
  return (
    <div>
      <dt>{show(part.name)}</dt>
      <dd data-testid="review-part">{signed(part.worth)}</dd>
      <dd class="part-bar" aria-hidden="true">
        <span class={part.worth < 0 ? "loss" : "gain"} style={style} />
      </dd>
    </div>
  );
}
