/** The host's choice whether guests may nudge each other. Silent games have none. */
import { Pills } from "../../ui/pills";
import type { Table } from "../../state/table";
import { said } from "./words";

export function Nudges({ table }: { readonly table: Table }) {
  const lobby = table.lobby.value;
  const people = table.chairs.value.filter(({ kind }) => kind !== "bot");
  if (lobby === null || lobby.nudges === null || people.length < 2) return null;
  return (
    <div class="agreeing" data-testid="nudges">
      <Pills
        legend={said("nudges")}
        pills={[
          { value: true, label: said("nudges.on") },
          { value: false, label: said("nudges.off") },
        ]}
        value={lobby.nudges}
        disabled={table.hello.value?.host !== true}
        onPick={(nudges) => table.send({ type: "nudges", nudges })}
      />
    </div>
  );
}
