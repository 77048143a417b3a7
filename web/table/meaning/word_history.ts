/** The word history of this browser: words looked up, and words of the reader's own games. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { lasting } from "../../platform/storage";
import type { Meaning } from "../../net/types.gen";

/** A day, such as 2026-11-24. */
type Day = string;

export interface Met {
  readonly word: string;
  readonly meanings: readonly Meaning[];
  /** The day on which the word's meaning was last opened, or null. */
  readonly opened: Day | null;
  /** The day on which the word was last said or laid, or null. */
  readonly said: Day | null;
  /** Whether the reader has said or laid the word. */
  readonly own: boolean;
}

interface Diary {
  /** The words, the latest first. */
  readonly words: readonly Met[];
  /** The tables whose words are included. */
  readonly games: readonly string[];
}

const KEPT = "chabudai.words";
const EMPTY: Diary = { words: [], games: [] };
/** Browsers let a page store about five million characters; a word takes about five hundred. */
const MOST_WORDS = 3000;
const MOST_GAMES = 100;

function read(): Diary {
  const kept = lasting.getJson(KEPT) as Partial<Diary> | null;
  return Array.isArray(kept?.words) && Array.isArray(kept.games) ? (kept as Diary) : EMPTY;
}

const diary = signal(read());
const crowded = signal(false);

export const met: ReadonlySignal<Diary> = diary;
/** Whether the browser had no room for the last change. */
export const full: ReadonlySignal<boolean> = crowded;

addEventListener("storage", ({ key }) => {
  if (key === KEPT) diary.value = read();
});

/** Change the stored history, which another tab may have extended. */
function write(change: (diary: Diary) => Diary): void {
  const { words, games } = change(read());
  diary.value = { words: thinned(words), games: games.slice(0, MOST_GAMES) };
  crowded.value = !lasting.set(KEPT, JSON.stringify(diary.value));
}

/** Shorten a list that is too long: drop the oldest words that were never looked up, then the oldest of the others. */
function thinned(words: readonly Met[]): readonly Met[] {
  if (words.length <= MOST_WORDS) return words;
  const kept = [...words.filter(({ opened }) => opened !== null), ...words.filter(({ opened }) => opened === null)];
  const staying = new Set(kept.slice(0, MOST_WORDS));
  return words.filter((each) => staying.has(each));
}

const today = (): Day => new Date().toLocaleDateString("sv");

function add(words: readonly Met[], word: string, meanings: readonly Meaning[], news: Partial<Met>): readonly Met[] {
  const before = words.find((each) => each.word === word) ?? { word, opened: null, said: null, own: false };
  return [{ ...before, ...news, meanings }, ...words.filter((each) => each.word !== word)];
}

/** Record that the reader has seen the meaning of a word. */
export function noteOpened(word: string, meanings: readonly Meaning[]): void {
  write(({ words, games }) => ({ words: add(words, word, meanings, { opened: today() }), games }));
}

export interface Heard {
  readonly word: string;
  readonly meanings: readonly Meaning[];
  readonly own: boolean;
}

/** Return whether the words of a table have been added; removed words do not return. */
export const hasGame = (table: string): boolean => read().games.includes(table);

/** Record the words of the reader's finished game, in order. */
export function noteGame(table: string, heard: readonly Heard[]): void {
  write((before) => {
    let { words } = before;
    for (const { word, meanings, own } of heard) {
      const known = words.find((each) => each.word === word)?.own === true;
      words = add(words, word, meanings, { said: today(), own: own || known });
    }
    return { words, games: [table, ...before.games.filter((each) => each !== table)] };
  });
}

export type Kind = "opened" | "said";

/** Remove a word of one kind. It stays in the history if it also belongs to the other kind. */
export function forget(word: string, kind: Kind): void {
  write(({ words, games }) => ({ words: words.flatMap((each) => (each.word === word ? without(each, kind) : each)), games }));
}

/** Remove all words of a kind. */
export function forgetAll(kind: Kind): void {
  write(({ words, games }) => ({ words: words.flatMap((each) => without(each, kind)), games }));
}

function without(word: Met, kind: Kind): readonly Met[] {
  const left = { ...word, [kind]: null };
  return left.opened === null && left.said === null ? [] : [left];
}
