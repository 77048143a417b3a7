/** The games that were played in this browser. They stay here: the server knows nothing of them. */
import { signal } from "@preact/signals";
import { isLevel } from "../../state/bot_levels";
import { lasting } from "../../platform/storage";
import type { Level } from "../../net/types.gen";

/** What was made of the deal of a day. */
export interface DealRecord {
  readonly day: string;
  /** 1: better than par, 0: par, −1: below. */
  readonly against: number;
  readonly marks: readonly number[];
}

/** Something of a game that can be done again and better, such as a mission, and in how few steps it was done. */
export interface Feat {
  readonly name: string;
  readonly count: number;
}

export interface GameRecord {
  readonly table: string;
  readonly game: string;
  /** When it was over, in milliseconds since 1970. */
  readonly at: number;
  readonly seats: number;
  /** How many other people played. */
  readonly people: number;
  /** The level of the bots, if they all had the same. */
  readonly level: Level | null;
  readonly won: boolean;
  /** The reader's score; null where all win or lose together. */
  readonly score: number | null;
  /** Whether the lower score is the better one. */
  readonly fewer?: boolean;
  readonly deal?: DealRecord;
  readonly feat?: Feat;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 60;
const isMark = (value: unknown): value is number => [0, 1, 2, 3, 4].includes(value as number);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

const KEPT = "chabudai.games";
const MOST = 3000;

const stored = (): readonly GameRecord[] => recordsIn(lasting.get(KEPT) ?? "[]") ?? [];

/** All of them, the oldest first. */
export const records = signal(stored());

addEventListener("storage", ({ key }) => {
  if (key === KEPT) records.value = stored();
});

function store(next: readonly GameRecord[]): void {
  records.value = [...next].sort((one, other) => one.at - other.at).slice(-MOST);
  lasting.set(KEPT, JSON.stringify(records.value));
}

/** Keep a game. Of a table that is known already, only what was missing is added. */
export function keep(record: GameRecord): void {
  const before = stored();
  const known = before.find(({ table }) => table === record.table);
  store([...before.filter((each) => each !== known), { ...record, ...known }]);
}

/** Add the games of a file; how many were new. */
export function add(more: readonly GameRecord[]): number {
  const before = stored();
  const known = new Set(before.map(({ table }) => table));
  const fresh = [...new Map(more.map((each) => [each.table, each])).values()].filter(({ table }) => !known.has(table));
  store([...before, ...fresh]);
  return fresh.length;
}

export const forgetAll = (): void => store([]);

/** The games in a file, without fields that are unknown here; null if it holds none. */
export function recordsIn(text: string): readonly GameRecord[] | null {
  const read = parsed(text);
  return Array.isArray(read) && read.every(isRecord) ? read.map(known) : null;
}

/** A record with its own fields only: others in a file could fill the browser's storage. */
function known({ table, game, at, seats, people, level, won, score, fewer, deal, feat }: GameRecord): GameRecord {
  return {
    ...{ table, game, at, seats, people, level, won, score },
    ...(fewer !== undefined && { fewer }),
    ...(deal && { deal: { day: deal.day, against: deal.against, marks: deal.marks } }),
    ...(feat && { feat: { name: feat.name, count: feat.count } }),
  };
}

/** What a text is in JSON; undefined if it is none. */
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
  const { day, against, marks } = value;
  return isText(day) && [1, 0, -1].includes(against as number) && Array.isArray(marks) && marks.length <= 60 && marks.every(isMark);
}

/** What was made of the deals of a day, by game: what was made first. */
export function dealsPlayed(all: readonly GameRecord[], day: string): ReadonlyMap<string, DealRecord> {
  const found = new Map<string, DealRecord>();
  for (const { game, deal } of all) {
    if (deal?.day === day && !found.has(game)) found.set(game, deal);
  }
  return found;
}
