/** An offer of bots at another level, for a reader who always wins or always loses at the current one. */
import { useMemo } from "preact/hooks";
import { t as shell } from "../../i18n/language";
import { openTableSetup } from "../../state/table_setup";
import { LEVELS } from "../../state/bot_levels";
import type { Table } from "../../state/table";
import type { Level } from "../../net/types.gen";
import { t } from "../words";
import { records, type GameRecord } from "./records";

/** The number of equal results in a row before the offer, and before it is repeated. */
export const IN_A_ROW = 3;

interface Offer {
  readonly won: boolean;
  readonly count: number;
  readonly to: Level;
}

/** Return the offer to make after a game alone against bots of one level, or null. */
export function offerAfter(all: readonly GameRecord[], last: GameRecord): Offer | null {
  const { game, level, people, won, score } = last;
  if (level === null || people > 0 || score === null) return null;
  const alike = all.filter((each) => each.game === game && each.level === level && each.people === 0 && each.table !== last.table);
  const before = alike.reverse().findIndex((each) => each.won !== won);
  const count = 1 + (before < 0 ? alike.length : before);
  const to = LEVELS[LEVELS.indexOf(level) + (won ? 1 : -1)];
  return to === undefined || count % IN_A_ROW !== 0 ? null : { won, count, to };
}

interface Props {
  readonly table: Table;
  readonly record: GameRecord;
}

export function LevelOffer({ table, record }: Props) {
  const { busy, trouble, start } = useMemo(openTableSetup, []);
  const offer = useMemo(() => offerAfter(records.peek(), record), [record]);
  if (offer === null || record.level === null) return null;
  const { won, count, to } = offer;
  const on = (): Promise<void> =>
    start({
      game: record.game,
      seats: record.seats,
      bots: Array<Level>(record.seats - 1).fill(to),
      options: table.lobby.value?.options ?? {},
      begin: true,
    });
  return (
    <section class="level-offer" aria-label={t("level.offer")} data-testid="level-offer">
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      <p>{t(won ? "level.up" : "level.down", { n: count, level: shell(`level.${record.level}`) })}</p>
      <button type="button" data-testid="level-play" aria-disabled={busy.value} onClick={() => void on()}>
        {t("level.play", { level: shell(`level.${to}`) })}
      </button>
    </section>
  );
}
