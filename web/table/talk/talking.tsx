/** The host's choice whether players may send signs. */
import { Pills } from "../../ui/pills";
import type { Table } from "../../state/table";
import { say } from "./words";

export function Talking({ table }: { readonly table: Table }) {
  const { talk = true, silent = false } = table.lobby.value ?? {};
  const people = table.chairs.value.filter(({ kind }) => kind !== "bot");
  if (people.length < 2 || silent) return null;
  return (
    <div class="agreeing" data-testid="talking">
      <Pills
        legend={say("switch")}
        pills={[
          { value: true, label: say("switch.on") },
          { value: false, label: say("switch.off") },
        ]}
        value={talk}
        disabled={table.hello.value?.host !== true}
        onPick={(wanted) => table.send({ type: "let-talk", talk: wanted })}
      />
    </div>
  );
}
