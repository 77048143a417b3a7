/** Choices about another guest's long absence, or a seat that the reader may take. Fetched with the screen. */
import { signal } from "@preact/signals";
import { personAt } from "./people";
import { said } from "./words";
import { STAND_IN } from "../../state/bot_levels";
import type { Table } from "../../state/table";
import { AWAY_MS } from "../../net/types.gen";
import { awaited, now } from "../../state/absence";
import { Here } from "./here";
import { Arrival, Late } from "../party/arrival";
import { Idle } from "./idle";
import { OnScreen } from "../second_screen/on_screen";
import { Requests } from "./requests";

/** The absences that the reader is willing to wait for, identified by their start. */
const waitedFor = signal<readonly number[]>([]);

const offered = (table: Table): number | undefined =>
  awaited(table).find((seat) => {
    const since = table.gone.value[seat] ?? now.value;
    return now.value - since >= AWAY_MS && !waitedFor.value.includes(since);
  });

/** The lines below the status: for guests who are absent or silent, or a seat that a waiting reader may take. */
export function Strip({ table }: { readonly table: Table }) {
  return (
    <>
      <OnScreen table={table} />
      <Arrival table={table} />
      <Requests table={table} />
      {table.lobby.value?.status === "playing" && (
        <>
          <Choices table={table} />
          <Late table={table} />
          <Here table={table} />
          <Idle table={table} />
        </>
      )}
    </>
  );
}

function Choices({ table }: { readonly table: Table }) {
  if (table.reader.value === null) return null;
  const seat = offered(table);
  if (seat === undefined) return null;
  const name = personAt(table, seat);
  const since = table.gone.value[seat] ?? 0;
  return (
    <div class="strip" role="group" aria-label={said("away.what", { name })} data-testid="strip">
      <button
        type="button"
        data-testid="substitute"
        onClick={() => table.send({ type: "substitute", seat, level: STAND_IN })}
      >
        {said("away.bot")}
      </button>
      <button
        type="button"
        data-testid="skip"
        onClick={() => table.send({ type: "skip", seat, head: table.shown.value?.seq ?? 0 })}
      >
        {said("away.skip")}
      </button>
      <button type="button" data-testid="wait" onClick={() => (waitedFor.value = [...waitedFor.value, since])}>
        {said("away.wait")}
      </button>
    </div>
  );
}
