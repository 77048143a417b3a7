/** The button that closes the curtain for the next player on this device. Without hidden facts, the view changes to the
 * player on turn by itself. */
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { onHidden } from "../../platform/visibility";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { personAt } from "../seating/people";
import { handsOf, nextHand } from "./hands";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function Pass({ table, screen }: Props) {
  const shared = handsOf(table).length > 0 && table.again === undefined;
  useSignalEffect(() => {
    const { toAct = [], seq = 0 } = table.shown.value ?? {};
    const next = nextHand(table, toAct);
    if (screen.open && shared && !table.behind.value && next !== undefined) table.look(next, seq);
  });
  // After the device was put away, another player may pick it up.
  useEffect(() => (shared && !screen.open ? onHidden(() => table.look(null)) : undefined), [table, shared]);
  const seat = table.seat.value;
  if (!shared || seat === null) return null;
  if (screen.open) return <p class="bar-note">{say("plays", { name: personAt(table, seat) })}</p>;
  const toAct = table.shown.value?.toAct ?? [];
  const next = nextHand(table, toAct);
  return (
    <button type="button" class={next === undefined ? "plain" : "primary"} data-testid="pass-on" onClick={() => table.look(null)}>
      {next === undefined ? say("close") : say("pass", { name: personAt(table, next) })}
    </button>
  );
}
