/** What the server refuses, as sentences in the reader's language. */
import en from "../../src/chabudai/server/strings/en.json";
import ja from "../../src/chabudai/server/strings/ja.json";
import { Failure } from "../net/api";
import { phrases, t, type Facts } from "../i18n/language";
import type { GameScreen, Status } from "./game_screen";
import type { Code, Refused } from "../net/types.gen";

/** What a code means. `chabudai mcp` says it in the same words. */
export const meaning = phrases<Code>({ en, ja });

/** The rule of a refusal; null if it is not the game that refuses. */
export function ruleOf(refused: Refused): string | null {
  return refused.rule !== null && /^[A-Z]{2}-/.test(refused.rule) ? refused.rule : null;
}

/** The sentence of a refused command. */
export function refusalText(screen: GameScreen, refused: Refused): string {
  if (refused.code === "illegal") return screen.translate(refused.text, refused.facts);
  return meaning(refused.code);
}

/** The sentence of a failed call. Throws on what is no `Failure`. */
export function failureText(failure: unknown): string {
  if (!(failure instanceof Failure)) throw failure;
  return failure.code === "offline" || failure.code === "no-cookies" ? t(failure.code) : meaning(failure.code);
}

/** Why a game does not allow something: the rule, and its sentence in English with facts to be filled in. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Facts;
}

/** Makes the status of what a game does not allow, in the words of its game. */
export function refusals(translate: GameScreen["translate"]): (why: Why) => Status {
  return ({ rule, text, facts }) => ({ text: translate(text, facts), tone: "warn", rule });
}
