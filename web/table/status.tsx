/** The status line: the current events, the reader's possible actions, or a refusal with its rule. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { prompt } from "../ui/announcements";
import { useFirstTime } from "./first_time";
import type { Phases } from "../state/game_screen";
import { joined, t } from "../i18n/language";
import type { GameScreen, Sitting, Status } from "../state/game_screen";
import { awaited, awayFor, useAwayClock } from "../state/absence";
import type { Table } from "../state/table";
import { aids } from "./lazy_aids";
import { answerTo } from "./key_answer";
import { Kept } from "./unbroken_names";
import { nameAt } from "../state/player_names";
import { refusalText, ruleOf } from "../state/refusals";
import { RuleLink } from "../ui/rule_link";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly sitting: Sitting;
  readonly call: ReadonlySignal<string | null>;
}

const UNEXPLAINED: Phases = { now: signal(null), purpose: () => "" };

export function StatusLine({ table, screen, sitting, call }: Props) {
  const { text, note, last, tone, rule, away } = said(table, screen, sitting);
  const { Strip, GivenStrip } = aids.value ?? {};
  useAwayClock(table);
  const purpose = useFirstTime(table.id, sitting.phases ?? UNEXPLAINED).value;
  const first = purpose !== "" && tone !== "warn" && !table.lobby.value?.ended;
  const beside = note || last;
  const answer = answerTo(sitting);
  // The actions of others, and pending ones, are not prompts: the screen gives them a calm tone.
  // The shell's own texts are prompts.
  const calm = tone === "calm" && text === sitting.status.value.text;
  const asked = calm ? "" : joined([text, note ?? "", first ? purpose : ""]);
  const calling = call.value;
  useEffect(() => prompt(asked), [asked, calling]);
  return (
    <div class={first ? `status ${tone} first` : `status ${tone}`} role="group" aria-label={t("status")}>
      {answer === null ? (
        // Key by the text: a new element does not count as a layout shift.
        <p key={joined([text, beside ?? "", purpose])} data-testid="status">
          <Kept table={table} text={text} /> {away !== undefined && <b aria-hidden="true">{awayFor(table, away)}</b>}{" "}
          {beside && (
            <small>
              <Kept table={table} text={beside} />
            </small>
          )}{" "}
          {first && <span data-testid="purpose">{purpose}</span>}
        </p>
      ) : (
        <p data-testid="answer">{answer}</p>
      )}
      {rule && <RuleLink rule={rule} />}
      {Strip && <Strip table={table} />}
      {GivenStrip && <GivenStrip table={table} screen={screen} />}
    </div>
  );
}

/** Return the status, in this order: a refusal, a guest who is away, the screen's own text. */
export function said(table: Table, screen: GameScreen, sitting: Sitting): Status & { readonly away?: number } {
  const refusal = table.refusal.value;
  if (refusal === null) {
    const status = sitting.status.value;
    const [away] = awaited(table);
    const over = table.lobby.value?.ended ? t(table.hello.value?.host ? "ended.you" : "ended") : status.text;
    const next = aids.value?.nextStatus(table);
    if (next) return { text: next, note: over, tone: "turn" };
    if (table.lobby.value?.ended) return { text: over, tone: "calm" };
    if (away === undefined || status.tone !== "calm") return status;
    return { text: t("away", { name: nameAt(table, away) }), tone: "calm", away };
  }
  const text = refusalText(screen, refusal);
  const rule = ruleOf(refusal);
  return rule === null ? { text, tone: "warn" } : { text, tone: "warn", rule };
}
