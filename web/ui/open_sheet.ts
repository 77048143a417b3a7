/** The sheet that is open over a table. This module imports no sheet: `registerSheets` receives the functions that
 * fetch them. */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";
import type { GameScreen, Sitting } from "../state/game_screen";
import type { Table } from "../state/table";

/** The parameters of each sheet. */
interface Sheets {
  readonly rules: { readonly rule: string | null };
  readonly words: { readonly text: string | null };
  readonly log: object;
  readonly help: object;
  readonly invite: object;
  readonly seating: object;
  readonly leave: object;
  readonly naming: object;
  readonly menu: object;
  readonly talk: object;
  readonly settings: object;
}

export type OpenSheet = { [K in keyof Sheets]: { readonly kind: K } & Sheets[K] }[keyof Sheets];

/** The table that a sheet is over. `sitting` is null in the lobby. */
export interface AtTable {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly sitting: Sitting | null;
}

export type SheetProps<K extends keyof Sheets> = AtTable & Sheets[K];
type Loader<Props> = () => Promise<(props: Props) => ComponentChild>;
/** The log is part of every table and is not fetched. The settings are not over a table alone. */
type Loaders = { readonly [K in Exclude<keyof Sheets, "log" | "settings">]: Loader<SheetProps<K>> };

let loaders: Loaders | null = null;

/** Set the functions that fetch the sheets. The page does so once, when it starts. */
export function registerSheets(all: Loaders): void {
  loaders = all;
}

/** Return the function that fetches a sheet. Throws an Error if `registerSheets` has not been called. */
export function loaderOf(kind: keyof Loaders): Loader<AtTable & OpenSheet> {
  if (loaders === null) throw new Error("no sheets are registered");
  return loaders[kind] as Loader<AtTable & OpenSheet>;
}

export const sheet = signal<OpenSheet | null>(null);

export function openRule(rule: string | null): void {
  sheet.value = { kind: "rules", rule };
}

/** Open the meanings of the words of a card, or of a text that was said or laid; null means all words of the table. */
export function openWords(text: string | null): void {
  sheet.value = { kind: "words", text };
}

export function close(): void {
  sheet.value = null;
}
