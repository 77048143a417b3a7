/** The reason why the winners won, and by how much: the fewest stones, then the most safes. */
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

/** Return the lead of the only winner: in stones, or in safes if another seat has as few stones. */
export function marginOf({ view }: Play, { scores, winners }: Result): string {
  const [first = 0] = winners;
  const others = scores.flatMap((score, seat) => (seat === first ? [] : [{ score, safes: view.value.won[seat]?.length ?? 0 }]));
  const fewest = Math.min(...others.map(({ score }) => score));
  const stones = fewest - (scores[first] ?? 0);
  if (stones > 0) return t("stones", { n: stones });
  const safes = Math.max(...others.filter(({ score }) => score === fewest).map(({ safes }) => safes));
  return t("safes", { n: (view.value.won[first]?.length ?? 0) - safes });
}
