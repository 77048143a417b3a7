/** The server's refusals, as sentences in the reader's language. */
import en from "../../src/chabudai/server/strings/en.json";
import ja from "../../src/chabudai/server/strings/ja.json";
import { Failure } from "../net/api";
import { phrases, t, type Facts } from "../i18n/language";
import type { GameScreen, Status } from "./game_screen";
import type { Code, Refused } from "../net/types.gen";

/** The meaning of a code. `chabudai mcp` uses the same sentences. */
export const meaning = phrases<Code>({ en, ja });

/** Return the rule that a refusal cites, or null if the game has no such rule. */
export function ruleOf(refused: Refused): string | null {
  return refused.rule !== null && /^[A-Z]{2}-/.test(refused.rule) ? refused.rule : null;
}

/** Return the sentence for a refused command. */
export function refusalText(screen: GameScreen, refused: Refused): string {
  if (refused.code === "illegal") return screen.translate(refused.text, refused.facts);
  return meaning(refused.code);
}

/** Return the sentence for a failed call, which may have given a table's code. Rethrows `failure` if it is not a
 * `Failure`. */
export function failureText(failure: unknown, code?: string | null): string {
  if (!(failure instanceof Failure)) throw failure;
  if (code && failure.code === "unknown-table") return t("join.unknown", { code });
  return failure.code === "offline" || failure.code === "no-cookies" ? t(failure.code) : meaning(failure.code);
}

/** The reason why a game forbids something: the rule, and its English sentence with parameters to fill in. */
export interface Why {
  readonly rule: string;
  readonly text: string;
  readonly facts: Facts;
}

/** Return a function that turns a game's reason into a status, in the game's own words. */
export function refusals(translate: GameScreen["translate"]): (why: Why) => Status {
  return ({ rule, text, facts }) => ({ text: translate(text, facts), tone: "warn", rule });
}
