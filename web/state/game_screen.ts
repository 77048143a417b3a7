/** What a game gives the shell: its screen, its sentences, its options. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Translate } from "../i18n/language";
import type { Table } from "./table";

/** The phases of a game as its reader meets them. */
export interface Phases {
  /** The present phase, such as "voting"; null while nothing is to be explained, which ends no phase. */
  readonly now: ReadonlySignal<string | null>;
  /** What a phase is for, in one sentence. */
  readonly purpose: (phase: string) => string;
}

/** What the middle of a table needs: with a `small` one there is room before the others, who sit all round it; a `wide` one
 * fills the table below them; a `tall` one is as high as the table, and they sit at its corners. */
export type Middle = "small" | "wide" | "tall";

/** Events in sentences, of each at most so many: those that matter most come first. */
export type Tell = (table: Table, events: readonly unknown[], most?: number) => string;

/** `calm`: nothing to do; `turn`: the reader has to act; `warn`: something was refused. */
export type Tone = "calm" | "turn" | "warn";

export interface Status {
  readonly text: string;
  readonly note?: string;
  /** What happened last, in few words, if there is no note. It is not read out: the log has told it. */
  readonly last?: string;
  readonly tone: Tone;
  /** The rule of a refusal. A button opens the rulebook there. */
  readonly rule?: string;
}

/** A count on a seat's cushion, beside the name. `label` says it in words. */
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

/** The present value of an option, and how to choose another; null if somebody else decides. */
export interface FormProps {
  readonly value: unknown;
  readonly choose: ((value: unknown) => void) | null;
}

/** An option for which the game draws a form, because a list of choices is not enough. */
export interface Form extends Agreed {
  readonly Form: ComponentType<FormProps>;
}

/** One option of a table. */
export type Option = Question | Form;

/** What the last picture of a game shows, once it is over. */
export interface Ending {
  /** By seat; several or none may have won. */
  readonly winners: readonly number[];
  /** What counts at the end, by seat; none where all win or lose together. */
  readonly scores: readonly number[];
  /** The lowest score is the best. */
  readonly fewer?: true;
  /** Something that can be done again and better, such as a mission, and in how few steps it was done. */
  readonly feat?: { readonly name: string; readonly count: number };
  /** The scores as they stood, from the beginning on, if they came about step by step. */
  readonly course?: readonly (readonly number[])[];
  /** Whether the server has a report of the game. */
  readonly reported?: boolean;
  /** What a seat has won or has left, as it lies before it: a picture on a field of 130 by 70 round the origin. */
  readonly Won?: ComponentType<{ readonly seat: number }>;
  /** What lies in the middle of the table, on a field of 330 by 130 round the origin. */
  readonly Middle?: ComponentType;
}

/** A game at a table: what it shows in each part of the screen. */
export interface Sitting {
  /** What the reader has, in a sentence, when the key for it is pressed; without it the marks of the reader's seat. */
  readonly mine?: () => string;
  /** How the game stands; without it the marks of all seats. */
  readonly scores?: () => string;
  readonly status: ReadonlySignal<Status>;
  /** What each phase is for. The status says it when a phase is met for the first time. */
  readonly phases?: Phases;
  /** A seat's counts, the one that matters most first: at a laid table it is the only one. */
  readonly marks: (seat: number) => readonly Mark[];
  /** What the middle of the table needs; `wide` if the screen does not say. */
  readonly middle?: Middle;
  /** How it stands with a seat that is not to act, in few words. */
  readonly state?: (seat: number) => string;
  /** What a seat did last, in few words without its name; empty: nothing yet; undefined while that is of no use. */
  readonly did?: (seat: number) => string | undefined;
  /** What lies before a seat, on a screen with room for it. */
  readonly Before?: ComponentType<{ readonly seat: number }>;
  /** The call to a seat that has to act, if it is not "Your turn." */
  readonly call?: ReadonlySignal<string | null>;
  /** The rule that applies now, at which the rulebook opens. */
  readonly rule: ReadonlySignal<string | null>;
  /** Shown beside the title. */
  readonly Header: ComponentType;
  /** The middle of the table. */
  readonly Board: ComponentType;
  /** What the reader has, at the near edge. */
  readonly Hand: ComponentType;
  readonly Bar: ComponentType;
  readonly Side: ComponentType;
  readonly End: ComponentType;
  /** Fetches the last picture, which is shown above `End`. */
  readonly ending?: () => Promise<() => Ending>;
  /** What shows on the board again what a step did; null for a step of which nothing is to be seen. */
  readonly recall?: (step: readonly unknown[]) => (() => void) | null;
  /** Animate a step before the table shows its result. */
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly leave: () => void;
}

/** A key, and what it does in words. */
export type Shortcut = readonly [key: string, does: string];

export interface GameScreen {
  readonly title: string;
  readonly shortcuts: () => readonly Shortcut[];
  /** It is played with words, whose meanings the server tells. */
  readonly words?: true;
  /** Letters are what one writes at this table, so that keys that ask need Alt. */
  readonly letters?: true;
  /** The events of a step as sentences. */
  readonly tell: Tell;
  /** Translates the server's sentence of a refusal, and fills in its facts. */
  readonly translate: Translate;
  readonly options: (name: (seat: number) => string, seats: number) => readonly Option[];
  /** Settings of the reader for this game alone, shown in the menu. */
  readonly Settings?: ComponentType<{ readonly table: Table }>;
  readonly sit: (table: Table) => Sitting;
}
