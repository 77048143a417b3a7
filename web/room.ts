/** What a game's folder gives the house: its screen, its sentences, its options. */
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { Facts } from "./language";
import type { Table } from "./table";

/** `calm`: the table is at rest; `turn`: it is yours to act; `warn`: refused. */
export type Tone = "calm" | "turn" | "warn";

export interface Status {
  readonly text: string;
  readonly note?: string;
  readonly tone: Tone;
  /** The rule a refusal stands on; its button opens the rulebook there. */
  readonly rule?: string;
}

/** What stands on a seat's chip beside the name. `label` says it in words. */
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

/** An option as a question with the answers a table can give. */
export interface Question extends Agreed {
  readonly choices: readonly Choice[];
}

/** What a form fills in: the answer agreed on, and how to agree on another; null: somebody else decides. */
export interface FormProps {
  readonly value: unknown;
  readonly choose: ((value: unknown) => void) | null;
}

/** An option too rich for a list of answers: the game draws the form for it. */
export interface Form extends Agreed {
  readonly Form: ComponentType<FormProps>;
}

/** One option of a table. */
export type Option = Question | Form;

/** A game open at a table: what it shows where. */
export interface Sitting {
  readonly status: ReadonlySignal<Status>;
  readonly marks: (seat: number) => readonly Mark[];
  /** What calls a seat that is to act, where "Your turn." would not say it. */
  readonly call?: ReadonlySignal<string | null>;
  /** The rule of the moment, where the rulebook opens. */
  readonly rule: ReadonlySignal<string | null>;
  /** Beside the title: what else everybody should see at a glance. */
  readonly Header: ComponentType;
  readonly Board: ComponentType;
  readonly Hand: ComponentType;
  readonly Bar: ComponentType;
  readonly Side: ComponentType;
  readonly End: ComponentType;
  /** Play a step for the eye before the table shows what came of it. */
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  readonly leave: () => void;
}

/** A key and what it does. */
export type Shortcut = readonly [key: string, does: string];

export interface Room {
  readonly title: string;
  readonly shortcuts: () => readonly Shortcut[];
  /** A step of the log as sentences, actor first; `name` says who a seat is, `table` what went before. */
  readonly tell: (events: readonly unknown[], name: (seat: number) => string, table: Table) => string;
  /** A refusal of the server in the reader's language. */
  readonly translate: (sentence: string, facts: Facts) => string;
  readonly options: (name: (seat: number) => string, seats: number) => readonly Option[];
  /** What a reader can set for this game alone; in the menu with the house's own. */
  readonly Settings?: ComponentType<{ readonly table: Table }>;
  readonly sit: (table: Table) => Sitting;
}
