/** The interface of a game to the shell: its screen, sentences and options. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import type { Translate } from "../i18n/language";
import type { Table } from "./table";

/** The aim of a game and what to do first, and the elements to use, by `data-testid`. */
export interface FirstMove {
  readonly text: () => string;
  readonly point: readonly string[];
}

/** The phases of a game from the reader's point of view. */
export interface Phases {
  /** The current phase, such as "voting". Null if nothing needs an explanation; the last phase then continues. */
  readonly now: ReadonlySignal<string | null>;
  /** Return the purpose of a phase, in one sentence. */
  readonly purpose: (phase: string) => string;
}

/** The space that the middle of a table needs. Around a `small` middle, the other players have room in front of them. A
 * `wide` middle fills the table below them. A `tall` middle is as high as the table, with the others at its corners. */
export type Middle = "small" | "wide" | "tall";

/** Puts events into sentences, at most `most` per event, the most important first. */
export type Tell = (table: Table, events: readonly unknown[], most?: number) => string;

/** `calm`: nothing to do; `turn`: the reader must act; `warn`: something was refused. */
export type Tone = "calm" | "turn" | "warn";

export interface Status {
  readonly text: string;
  readonly note?: string;
  /** The last event, in a few words, if there is no note. It is not read out, because the log has announced it. */
  readonly last?: string;
  readonly tone: Tone;
  /** The rule that a refusal cites. A button opens the rulebook there. */
  readonly rule?: string;
}

/** A count on a seat's cushion, next to the name. `label` describes it in words. */
export interface Mark {
  readonly kind: "stones" | "cards" | "points";
  readonly count: number;
  readonly label: string;
}

export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

interface Agreed {
  readonly name: string;
  readonly title: string;
  readonly rule: string;
  readonly group: string;
}

/** An option with a list of choices. */
export interface Question extends Agreed {
  readonly choices: readonly Choice[];
}

/** The current value of an option, and a function to choose another; null if another guest decides. `answers` are the
 * values of all options, and `seats` is the number of players. */
export interface FormProps {
  readonly value: unknown;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly seats: number;
  readonly choose: ((value: unknown) => void) | null;
}

/** An option for which the game draws a form, because a list of choices is not enough. */
export interface Form extends Agreed {
  readonly Form: ComponentType<FormProps>;
}

/** An option of a table. */
export type Option = Question | Form;

/** The content of the final picture of a game, once it is over. */
export interface Ending {
  /** The seats that have won: several, or none. */
  readonly winners: readonly number[];
  /** The final scores by seat; empty if all win or lose together. */
  readonly scores: readonly number[];
  /** Whether the lowest score is the best. */
  readonly fewer?: true;
  /** An achievement that can be repeated and improved, such as a mission, and the number of steps it took. */
  readonly feat?: { readonly name: string; readonly count: number };
  /** The difference between the only winner and the next, such as "3 points". */
  readonly margin?: string;
  /** The result in one sentence, if it is not that one or more seats have won. */
  readonly verdict?: string;
  /** A line below the verdict. */
  readonly caption?: string;
  /** The scores over time, from the beginning, if they accumulated step by step. */
  readonly course?: readonly (readonly number[])[];
  /** The parts of the server's report of the game that are shown: all, or only its moments if the game's own review
   * tells the rest. */
  readonly reported?: "all" | "moments";
  /** The winnings of a seat, or its remaining things: a picture on a field of 130 by 70 around the origin. Those of the
   * winners are in the middle of the table, the others in front of their seats. */
  readonly Won?: ComponentType<{ readonly seat: number }>;
  /** The middle of the table, on a field of 330 by 130 around the origin. */
  readonly Middle?: ComponentType;
}

/** A game at a table: the content of each part of the screen. */
export interface Sitting {
  /** Describes the reader's cards and pieces when the key for them is pressed. The default is the marks of the reader's
   * seat. */
  readonly mine?: () => string;
  /** Describes the scores. The default is the marks of all seats. */
  readonly scores?: () => string;
  readonly status: ReadonlySignal<Status>;
  /** The purposes of phases. The status shows a phase's purpose when it occurs for the first time. */
  readonly phases?: Phases;
  /** A seat's counts, the most important first. On the low table only the first is shown. */
  readonly marks: (seat: number) => readonly Mark[];
  /** The space for the middle of the table; `wide` by default. */
  readonly middle?: Middle;
  /** Describes a seat that owes no move, in a few words. */
  readonly state?: (seat: number) => string;
  /** Describes a seat's last action in a few words without its name. Empty means nothing yet, and undefined means that
   * it does not matter now. */
  readonly did?: (seat: number) => string | undefined;
  /** Things in front of a seat, on a screen with room for them. */
  readonly Before?: ComponentType<{ readonly seat: number }>;
  /** The prompt to a seat that must act, if it is not "Your turn." */
  readonly call?: ReadonlySignal<string | null>;
  /** The rule that applies now, at which the rulebook opens. */
  readonly rule: ReadonlySignal<string | null>;
  /** Content next to the title. */
  readonly Header: ComponentType;
  /** The middle of the table. */
  readonly Board: ComponentType;
  /** The reader's cards and pieces, at the near edge. */
  readonly Hand: ComponentType;
  readonly Bar: ComponentType;
  /** Whether the reader needs the middle of the table, on a phone next to a big screen. By default a seat needs it
   * while it owes a move. */
  readonly needsBoard?: ReadonlySignal<boolean>;
  /** Replaces `Hand` on such a phone while the middle is hidden. */
  readonly Own?: ComponentType;
  readonly Side: ComponentType;
  readonly End: ComponentType;
  /** Returns the game's own way to continue, shown before the rematch; null if this game has none. */
  readonly onward?: () => VNode | null;
  /** Fetches the final picture, which is shown above `End`. */
  readonly ending?: () => Promise<() => Ending>;
  /** Shows the effect of a step on the board again. Null for a step without a visible effect. */
  readonly recall?: (step: readonly unknown[]) => (() => void) | null;
  /** Animates a step before the table shows its result. */
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly leave: () => void;
}

/** A key, and its effect in words. */
export type Shortcut = readonly [key: string, does: string];

export interface GameScreen {
  readonly title: string;
  readonly shortcuts: () => readonly Shortcut[];
  /** Whether the game is played with words, whose meanings the server provides. */
  readonly words?: true;
  /** Whether players type letters at this table, so that the question keys need Alt. */
  readonly letters?: true;
  /** Whether nothing is hidden, so that all seats and spectators see the same table. */
  readonly open?: true;
  /** The style sheet for the game on a big screen. */
  readonly bigStyle?: string;
  /** Puts the events of a step into sentences. */
  readonly tell: Tell;
  /** Translates the server's sentence about a refusal, and fills in its parameters. */
  readonly translate: Translate;
  readonly options: (name: (seat: number) => string, seats: readonly number[]) => readonly Option[];
  /** The reader's settings for this game, shown in the menu. */
  readonly Settings?: ComponentType<{ readonly table: Table }>;
  readonly sit: (table: Table) => Sitting;
  /** Coaches the first move of a reader who is new to the game. */
  readonly firstMove?: FirstMove;
}
