/** On a phone next to a big screen: who moves there, who the reader is, and the offer to show only the reader's hand. */
import { hasScreen, isAlone, secondScreen } from "../../state/second_screen";
import type { Sitting } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { Token } from "../../ui/tokens";
import { drawn } from "./second_stage";
import { say } from "./words";

/** A line of the status: who moves on the big screen, or the offer. */
export function OnScreen({ table }: { readonly table: Table }) {
  if (isAlone(table)) return drawn.value && <There table={table} />;
  if (!hasScreen(table) || secondScreen.value !== "ask" || table.lobby.value?.status !== "playing") return null;
  return (
    <div class="strip" role="group" aria-label={say("switch")} data-testid="second-screen-offer">
      <span>{say("offer")}</span>
      <button type="button" data-testid="second-screen-yes" onClick={() => (secondScreen.value = "on")}>
        {say("offer.yes")}
      </button>
      <button type="button" data-testid="second-screen-no" onClick={() => (secondScreen.value = "off")}>
        {say("offer.no")}
      </button>
    </div>
  );
}

function There({ table }: { readonly table: Table }) {
  const toAct = table.shown.value?.toAct ?? [];
  const mine = table.seat.value !== null && toAct.includes(table.seat.value);
  const seat = mine ? table.seat.value : toAct.length === 1 ? toAct[0] : undefined;
  return (
    <div class={mine ? "there mine" : "there"}>
      {!mine && <Television />}
      {!mine && <small>{say("there")}</small>}
      {typeof seat === "number" && <Token seat={seat} />}
    </div>
  );
}

function Television() {
  return (
    <svg class="television" viewBox="0 0 48 40" aria-hidden="true">
      <path d="M24 30v6M16 37.5h16" />
      <rect x="2" y="2" width="44" height="28" rx="4" />
      <ellipse cx="24" cy="16" rx="15" ry="7.5" class="wood" />
    </svg>
  );
}

/** The reader in the header: token, name and score. */
export function Me({ table, sitting }: { readonly table: Table; readonly sitting: Sitting }) {
  const seat = table.seat.value;
  if (seat === null) return null;
  return (
    <p class="me" data-testid="me">
      <Token seat={seat} />
      <b dir="auto">{table.chairs.value[seat]?.name}</b> <span>{sitting.marks(seat)[0]?.label}</span>
    </p>
  );
}
