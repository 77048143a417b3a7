/** The number of stages of advice that each player has asked for, after the game. */
import { nameAt } from "../../state/player_names";
import { listed } from "../../i18n/language";
import type { Table } from "../../state/table";
import { say } from "./words";

export function Taken({ table }: { readonly table: Table }) {
  const taken = table.chairs.value.flatMap(({ advice_taken: n }, seat) => (n > 0 ? [say("taken.each", { name: nameAt(table, seat), n })] : []));
  if (taken.length === 0) return null;
  return (
    <p class="note" data-testid="advice-taken">
      {say("taken", { names: listed(taken) })}
    </p>
  );
}
