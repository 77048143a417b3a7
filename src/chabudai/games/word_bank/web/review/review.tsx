/** The review: how words, choices and luck made the result, and the costliest turns as questions. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure } from "@shell/api";
import { nameAt } from "@shell/frame/people";
import { lookBack } from "@shell/jobs";
import { joined } from "@shell/language";
import type { Play } from "../table";
import type { Looked, Password, Weighed } from "../types.gen";
import { t } from "./words";

type Name = (seat: number) => string;

/** Values come in thousandths of a stone. */
const UNIT = 1000;
const stones = (worth: number): string => (worth / UNIT).toFixed(1).replace("-", "−");
const signed = (worth: number): string => (worth < 0 ? "" : "+") + stones(worth);
const cost = (turn: Weighed): number => turn.vocabulary + turn.decision;

export function Review({ play }: { readonly play: Play }) {
  const look = useSignal<Looked | "awaited" | "failed">("awaited");
  useEffect(() => {
    lookBack(play.table.id).then(
      (answer) => (look.value = answer as Looked),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        look.value = "failed";
      },
    );
  }, [play]);
  if (typeof look.value === "string") return <p class="note">{t(`review.${look.value}`)}</p>;
  return <Found looked={look.value} play={play} />;
}

function Found({ looked, play }: { readonly looked: Looked; readonly play: Play }) {
  const seat = useSignal(play.seat.peek() ?? 0);
  const name: Name = (each) => nameAt(play.table, each);
  const account = looked.accounts[seat.value];
  if (account === undefined) return null;
  const who = name(account.seat);
  const moments = account.moments.flatMap((at) => {
    const turn = looked.turns[at];
    return turn ? [{ at, turn }] : [];
  });
  return (
    <section data-testid="review">
      <div class="whose" role="group" aria-label={t("review.whose")}>
        {looked.accounts.map((each) => (
          <button
            key={each.seat}
            type="button"
            data-testid={`review-seat-${each.seat}`}
            aria-pressed={each.seat === seat.value}
            onClick={() => (seat.value = each.seat)}
          >
            {name(each.seat)}
          </button>
        ))}
      </div>
      <p>{t("review.margin", { name: who, margin: signed(account.margin) })}</p>
      <dl class="parts">
        {(["vocabulary", "decisions", "luck"] as const).map((part) => (
          <div key={part}>
            <dt>{t(`review.${part}`)}</dt>
            <dd data-testid={`review-${part}`}>{signed(account[part])}</dd>
          </div>
        ))}
      </dl>
      <p class="note">{t("review.note", { name: who })}</p>
      {moments.length === 0 && <p>{t("review.none")}</p>}
      <ol>
        {moments.map(({ at, turn }) => (
          <li key={at} data-testid="review-moment">
            <p>{question(turn, at + 1, name)}</p>
            <details>
              <summary>{t("review.answer")}</summary>
              <p>{answer(turn)}</p>
            </details>
          </li>
        ))}
      </ol>
      <details>
        <summary>{t("review.turns")}</summary>
        <ol>
          {looked.turns.map((turn, at) => (
            <li key={at}>
              {joined([short(turn, at + 1, name), cost(turn) > 0 ? answer(turn) : t("review.good")])}
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function question(turn: Weighed, number: number, name: Name): string {
  const what = turn.word === "" ? "passed" : turn.positions.length === 0 ? "wrong" : "said";
  const letters = turn.ring.map((letter) => letter || "-").join(" ");
  return t(`review.${what}`, { turn: number, letters, name: name(turn.seat), word: turn.word, n: turn.positions.length });
}

function short(turn: Weighed, number: number, name: Name): string {
  const facts = { turn: number, name: name(turn.seat), word: turn.word, n: turn.positions.length };
  return t(turn.positions.length > 0 ? "review.turn" : "review.turn.none", facts);
}

/** The best passwords, and what it cost not to say them. */
function answer(turn: Weighed): string {
  const { known, best, least, most } = turn;
  const advice = [
    known && t("review.known", { password: said(turn, known) }),
    best && best.word !== known?.word && t("review.best", { password: said(turn, best) }),
  ].filter((each) => each !== null && each !== false);
  const costs = { cost: stones(cost(turn)), least: stones(least), most: stones(most) };
  return joined([...(advice.length > 0 ? advice : [t("review.pass")]), t(least === most ? "review.cost" : "review.between", costs)]);
}

function said({ ring }: Weighed, { word, positions, closes }: Password): string {
  const spelt = (places: readonly number[]): string => places.map((place) => ring[place] ?? "").join(" ");
  return t(closes.length > 0 ? "review.closes" : "review.password", { word, letters: spelt(positions), closed: spelt(closes) });
}
