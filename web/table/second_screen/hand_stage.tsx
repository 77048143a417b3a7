/** The reader's hand, large, with the board only while it is needed, and the reactions. */
import { useSignal } from "@preact/signals";
import { nameAt } from "../../state/player_names";
import { lookOf } from "../../state/looks";
import type { Sitting } from "../../state/game_screen";
import type { Table } from "../../state/table";
import type { Props } from "../../stage/places";
import { Token } from "../../ui/tokens";
import type { Reaction } from "../talk/drawings";
import { hasOthers, mayTalk } from "../talk/hearing";
import { Reactions } from "../talk/reactions";
import { say } from "./words";

/** The time until a reaction that was sent is no longer highlighted. */
const SENT_MS = 2000;

export function HandStage({ table, sitting }: Props<Sitting>) {
  const seat = table.seat.value ?? 0;
  const toAct = table.shown.value?.toAct ?? [];
  const needed = sitting.needsBoard?.value ?? toAct.includes(seat);
  const Own = (!needed && sitting.Own) || sitting.Hand;
  return (
    <div class={`stage ${sitting.middle ?? "wide"} alone tint-${lookOf(seat)}${needed ? " boarded" : ""}`} data-testid="alone">
      {/* While hidden, the board is small and next to the picture of the big screen, so that pieces fly there. */}
      <div class="board" tabIndex={-1}>
        <sitting.Board />
      </div>
      <div class="hand">
        {!needed && (
          <div class="own-head">
            <Token seat={seat} />
            <h2>{say(sitting.Own ? "own" : "hand")}</h2>
            <After table={table} seat={seat} toAct={toAct} />
          </div>
        )}
        <Own />
      </div>
      {!needed && <React table={table} />}
    </div>
  );
}

/** Names the player before the reader, while another seat moves. */
function After({ table, seat, toAct }: { readonly table: Table; readonly seat: number; readonly toAct: readonly number[] }) {
  const seats = table.chairs.value.length;
  if (toAct.length !== 1 || toAct.includes(seat) || seats < 3) return null;
  return <small>{say("after", { name: nameAt(table, (seat + seats - 1) % seats) })}</small>;
}

function React({ table }: { readonly table: Table }) {
  const sent = useSignal<Reaction | null>(null);
  if (!hasOthers(table) || mayTalk(table) === "none") return null;
  return (
    <div class="own-reactions">
      <Reactions
        sent={sent.value}
        send={(body) => {
          table.send(body);
          sent.value = body.reaction;
          setTimeout(() => (sent.value = null), SENT_MS);
        }}
      />
    </div>
  );
}
