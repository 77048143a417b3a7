/** The advice that the reader has been given on their pending move. Each request reveals one more stage. */
import { signal } from "@preact/signals";
import { announce } from "../../ui/announcements";
import { joined, listed } from "../../i18n/language";
import type { GameScreen } from "../../state/game_screen";
import { wide } from "../../state/settings";
import type { Table } from "../../state/table";
import { reader } from "../../state/telling";
import type { GivenAdvice } from "../../net/types.gen";
import { say } from "./words";

export interface Given {
  readonly table: Table;
  /** The number of the reader's steps before the pending move. */
  readonly after: number;
  readonly stage: number;
  /** Null if the server gave none. */
  readonly advice: GivenAdvice | null;
}

/** The number of stages of advice. */
export const STAGES = 3;
/** The labels of the requests for each stage. */
export const REQUESTS = ["ask", "more", "why"] as const;

const given = signal<Given | null>(null);
/** The table with a pending request. */
const asked = signal<Table | null>(null);

export const isAsking = (table: Table): boolean => asked.value === table;

/** Return whether the reader plays at a table that allows advice. */
export function isAllowed(table: Table): boolean {
  const { advice, status } = table.lobby.value ?? {};
  return advice === "on" && status === "playing" && table.reader.value !== null && table.again !== true && table.guided.value === null;
}

/** Return whether advice is allowed and the reader owes a move. */
export function mayAsk(table: Table): boolean {
  const seat = table.reader.value;
  return seat !== null && table.shown.value?.toAct.includes(seat) === true && isAllowed(table);
}

/** Return the advice on the reader's pending move, or null if they have not asked. */
export function givenNow(table: Table): Given | null {
  const now = given.value;
  return mayAsk(table) && now?.table === table && now.after === stepsOf(table) ? now : null;
}

/** Ask for the next stage, and announce it. */
export async function askFurther(table: Table, screen: GameScreen): Promise<void> {
  const stage = (givenNow(table)?.stage ?? 0) + 1;
  if (isAsking(table) || stage > STAGES) return;
  asked.value = table;
  const after = stepsOf(table);
  const advice = (await table.answerTo({ type: "advise", stage })) as GivenAdvice | null;
  asked.value = null;
  given.value = { table, after, stage: advice === null ? stage - 1 : stage, advice };
  announce("now", newest(given.value, table, screen));
}

/** Return the sentences of the latest stage. */
function newest({ advice, stage }: Given, table: Table, screen: GameScreen): string {
  if (advice === null) return say("refused");
  const read = reader(table, screen.translate);
  if (stage === 1) return read(advice.look);
  const best = advice.choices[advice.best ?? -1];
  if (best !== undefined) return joined([bestMove(read(best.said)), ...advice.why.map(read)]);
  return advice.closer ? read(advice.closer) : `${say("one")} ${listed(advice.choices.map(({ said }) => read(said)))}`;
}

/** Return the sentences to show next to the game: both hints, or else the latest stage. A small screen has no room for
 * the reasons, which are also in the help. */
export function summary(now: Given, table: Table, screen: GameScreen): string {
  const last = newest(now, table, screen);
  if (now.advice === null) return last;
  const read = reader(table, screen.translate);
  if (now.stage === 2 && now.advice.closer) return joined([read(now.advice.look), last]);
  const best = now.advice.choices[now.advice.best ?? -1];
  return best === undefined || wide.value ? last : bestMove(read(best.said));
}

const bestMove = (move: string): string => say("best.move", { move });

/** Return the number of the reader's steps in the game so far. */
function stepsOf(table: Table): number {
  const seat = table.reader.value;
  const isOwn = (event: unknown): boolean => {
    const { seat: by, type } = event as { readonly seat?: number; readonly type?: string };
    return by === seat && type !== "advised";
  };
  return table.story.value.filter(({ events }) => events.some(isOwn)).length;
}
