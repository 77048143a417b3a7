/** The games played in this browser. They are stored only here; the server does not know them. */
import { signal } from "@preact/signals";
import { isLevel } from "../../state/bot_levels";
import { lasting } from "../../platform/storage";
import type { Level } from "../../net/types.gen";

/** The result of a daily deal. */
export interface DealRecord {
  readonly day: string;
  /** 1 means better than par, 0 par, −1 worse. */
  readonly against: number;
  readonly marks: readonly number[];
  /** Sentences about this result and the expert's, by language. Older records have none. */
  readonly told?: Readonly<Record<string, string>>;
}

/** An achievement that can be repeated and improved, such as a mission, and the number of steps it took. */
export interface Feat {
  readonly name: string;
  readonly count: number;
}

export interface GameRecord {
  readonly table: string;
  readonly game: string;
  /** The time at which the game ended, in milliseconds since 1970. */
  readonly at: number;
  readonly seats: number;
  /** The number of other people. */
  readonly people: number;
  /** The level of the bots, if they all had the same. */
  readonly level: Level | null;
  readonly won: boolean;
  /** The reader's score; null if all win or lose together. */
  readonly score: number | null;
  /** Whether a lower score is better. */
  readonly fewer?: boolean;
  readonly deal?: DealRecord;
  readonly feat?: Feat;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 60;
const isSentence = (value: unknown): value is string => typeof value === "string" && value.length <= 300;
const isMark = (value: unknown): value is number => [0, 1, 2, 3, 4].includes(value as number);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

const KEPT = "chabudai.games";
const MOST = 3000;

const stored = (): readonly GameRecord[] => recordsIn(lasting.get(KEPT) ?? "[]") ?? [];

/** All records, the oldest first. */
export const records = signal(stored());

addEventListener("storage", ({ key }) => {
  if (key === KEPT) records.value = stored();
});

function store(next: readonly GameRecord[]): void {
  records.value = [...next].sort((one, other) => one.at - other.at).slice(-MOST);
  lasting.set(KEPT, JSON.stringify(records.value));
}

/** Store a game. If the table is already known, only missing fields are added. */
export function keep(record: GameRecord): void {
  const before = stored();
  const known = before.find(({ table }) => table === record.table);
  store([...before.filter((each) => each !== known), { ...record, ...known }]);
}

/** Add the games from a file. Returns the number of new ones. */
export function add(more: readonly GameRecord[]): number {
  const before = stored();
  const known = new Set(before.map(({ table }) => table));
  const fresh = [...new Map(more.map((each) => [each.table, each])).values()].filter(({ table }) => !known.has(table));
  store([...before, ...fresh]);
  return fresh.length;
}

export const forgetAll = (): void => store([]);

/** Return the games in a file, without unknown fields, or null if it contains none. */
export function recordsIn(text: string): readonly GameRecord[] | null {
  const read = parsed(text);
  return Array.isArray(read) && read.every(isRecord) ? read.map(known) : null;
}

/** Return a record with only its known fields: others in a file could fill the browser's storage. */
function known({ table, game, at, seats, people, level, won, score, fewer, deal, feat }: GameRecord): GameRecord {
  return {
    ...{ table, game, at, seats, people, level, won, score },
    ...(fewer !== undefined && { fewer }),
    ...(deal && { deal: { day: deal.day, against: deal.against, marks: deal.marks, ...(deal.told && { told: { en: deal.told["en"] ?? "", ja: deal.told["ja"] ?? "" } }) } }),
    ...(feat && { feat: { name: feat.name, count: feat.count } }),
  };
}

/** Parse a text as JSON, or return undefined if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is GameRecord {
  if (!isObject(value)) return false;
  const { table, game, at, seats, people, level, won, score, fewer, deal, feat } = value;
  return (
    [table, game].every(isText) &&
    [at, seats, people].every(isCount) &&
    (level === null || (isText(level) && isLevel(level))) &&
    typeof won === "boolean" &&
    (score === null || isCount(score)) &&
    (fewer === undefined || typeof fewer === "boolean") &&
    (deal === undefined || isDeal(deal)) &&
    (feat === undefined || (isObject(feat) && isText(feat["name"]) && isCount(feat["count"])))
  );
}

function isDeal(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { day, against, marks, told } = value;
  const isTold = told === undefined || (isObject(told) && [told["en"], told["ja"]].every(isSentence));
  return isTold && isText(day) && [1, 0, -1].includes(against as number) && Array.isArray(marks) && marks.length <= 60 && marks.every(isMark);
}

/** A result of a daily deal, and whether the game was won. */
export interface PlayedDeal extends DealRecord {
  readonly won: boolean;
}

/** Map each game to the first result in its daily deal for a date. */
export function dealsPlayed(all: readonly GameRecord[], day: string): ReadonlyMap<string, PlayedDeal> {
  const found = new Map<string, PlayedDeal>();
  for (const { game, deal, won } of all) {
    if (deal?.day === day && !found.has(game)) found.set(game, { ...deal, won });
  }
  return found;
}
