/** The reason why the winners won: the fewest stones, then the most safes. */
import { nameAt } from "@shell/state/player_names";
import { joined, listed } from "@shell/i18n/language";
import type { Play } from "./table";
import { t } from "./words";

interface Result {
  /** The stones left, by seat. */
  readonly scores: readonly number[];
  readonly winners: readonly number[];
}

export function whyWon({ table, view }: Play, { scores, winners }: Result): string {
  const fewest = Math.min(...scores);
  const first = scores.flatMap((score, seat) => (score === fewest ? [seat] : []));
  const told = (what: "end.stones" | "end.safes", seats: readonly number[], n: number): string =>
    t(seats.length > 1 ? `${what}.each` : what, { names: listed(seats.map((seat) => nameAt(table, seat))), n });
  const safes = view.value.won[winners[0] ?? -1]?.length ?? 0;
  return joined([told("end.stones", first, fewest), first.length > 1 ? told("end.safes", winners, safes) : ""]);
}
