/** The part below the result of a game: the result of a daily deal, or an offer of bots at another level. It adds the
 * game to the reader's records. */
import { useEffect, useMemo } from "preact/hooks";
import { isWhatIf } from "../../state/what_if";
import type { Ending, GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import type { Level } from "../../net/types.gen";
import { DealResult } from "../daily/result";
import { LevelOffer } from "./levels";
import { keep, type GameRecord } from "./records";
import { wallTime } from "../../platform/clock";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly ending: Ending;
  /** The reader's seat. */
  readonly seat: number;
}

export function Afterwards({ table, screen, ending, seat }: Props) {
  const record = useMemo(() => recordOf(table, ending, seat), [table, ending, seat]);
  const day = table.lobby.value?.daily ?? null;
  // A daily deal is stored together with its result.
  useEffect(() => {
    if (day === null && !isWhatIf(table.id)) keep(record);
  }, [record, day]);
  if (day !== null) return <DealResult table={table} screen={screen} day={day} record={record} />;
  return <LevelOffer table={table} record={record} />;
}

/** Return the record of a game. */
export function recordOf(table: Table, ending: Ending, seat: number): GameRecord {
  const others = table.chairs.value.filter((_, at) => at !== seat);
  const bots = others.filter(({ kind }) => kind === "bot");
  const { winners, scores, fewer, feat } = ending;
  return {
    table: table.id,
    game: table.hello.value?.game ?? "",
    at: wallTime(),
    seats: others.length + 1,
    people: others.length - bots.length,
    level: sameLevel(bots.map(({ level }) => level)),
    won: winners.includes(seat),
    score: scores[seat] ?? null,
    ...(fewer && { fewer }),
    ...(feat && { feat }),
  };
}

function sameLevel([first = null, ...rest]: readonly (Level | null)[]): Level | null {
  return rest.every((level) => level === first) ? first : null;
}
