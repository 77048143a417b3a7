/** The guests without a seat: those who wait for one, and those whom the host has removed. */
import { joined } from "../../i18n/language";
import type { Table } from "../../state/table";
import { person } from "./people";
import { said } from "./words";

export function Seatless({ table }: { readonly table: Table }) {
  const waiting = table.lobby.value?.door ?? [];
  // At the party's next tables, the removal is not news.
  const earlier = table.lobby.value?.party !== table.id;
  const removed = table.hello.value?.host ? (table.lobby.value?.removed ?? []) : [];
  return (
    <>
      {waiting.length > 0 && (
        <p class="door" role="status" data-testid="door">
          {joined(waiting.map((name) => said("waiting", { name: person(name) })))}
        </p>
      )}
      {earlier && removed.length > 0 ? (
        <details>
          <summary>{said("removed.earlier")}</summary>
          <Removed table={table} names={removed} text={(name) => name} />
        </details>
      ) : (
        <Removed table={table} names={removed} text={(name) => said("removed", { name })} />
      )}
    </>
  );
}

interface RemovedProps {
  readonly table: Table;
  readonly names: readonly string[];
  readonly text: (name: string) => string;
}

function Removed({ table, names, text }: RemovedProps) {
  return names.map((name) => (
    <p key={name} class="door" data-testid="removed">
      {text(person(name))}{" "}
      <button type="button" data-testid="readmit" onClick={() => table.send({ type: "readmit", name })}>
        {said("readmit")}
      </button>
    </p>
  ));
}
