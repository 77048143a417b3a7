/** The reader's agreement to advice at the table, and the names of those who have not agreed yet. A single person among
 * bots need not agree. */
import { nameAt } from "../../state/player_names";
import { Pills } from "../../ui/pills";
import { joined, listed } from "../../i18n/language";
import type { Table } from "../../state/table";
import { say } from "./words";

export function Agreeing({ table }: { readonly table: Table }) {
  const lobby = table.lobby.value;
  const seat = table.seat.value;
  if (lobby === null || seat === null || lobby.advice === "none") return null;
  const single = lobby.chairs.filter(({ kind }) => kind !== "bot").length === 1;
  if (single) return null;
  const missing = lobby.chairs.flatMap(({ kind, advice }, at) => (kind === "guest" && !advice && at !== seat ? [nameAt(table, at)] : []));
  const agreed = lobby.chairs[seat]?.advice === true;
  const needs = agreed && missing.length > 0 && say("needs", { names: listed(missing) });
  const heard = !lobby.silent && lobby.chairs.filter(({ kind }) => kind === "guest").length > 1 && say("heard");
  return (
    <div class="agreeing" data-testid="agreeing">
      <Pills
        legend={say("agree")}
        pills={[
          { value: true, label: say("agree.yes") },
          { value: false, label: say("agree.no") },
        ]}
        value={agreed}
        onPick={(advice) => table.send({ type: "allow", advice })}
      />
      {(needs || heard) && <p class="note">{joined([needs, heard].filter((text) => typeof text === "string"))}</p>}
    </div>
  );
}
