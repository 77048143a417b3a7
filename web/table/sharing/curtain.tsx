/** The curtain between the players on one device: it shows none of their cards, and asks who is looking. */
import { useEffect, useLayoutEffect } from "preact/hooks";
import { listed } from "../../i18n/language";
import { nameAt } from "../../state/player_names";
import type { Table } from "../../state/table";
import { play } from "../../stage/sound";
import { announce, hush } from "../../ui/announcements";
import { Heading } from "../../ui/heading";
import { Token } from "../../ui/tokens";
import { Connection } from "../connection";
import { useFollowing } from "../party/following";
import { personAt } from "../seating/people";
import { Cloth } from "./cloth";
import { handsOf } from "./hands";
import { say } from "./words";

export function Curtain({ table }: { readonly table: Table }) {
  useFollowing(table, null);
  useLayoutEffect(hush, []);
  const hands = handsOf(table);
  const toAct = table.hello.value?.to_act ?? [];
  const next = hands.find((seat) => toAct.includes(seat));
  const over = table.lobby.value?.status === "over";
  const kind = over ? "over" : next === undefined ? "wait" : "next";
  const name = (seat: number): string => personAt(table, seat);
  const turn = next === undefined ? "" : say("turn", { name: name(next) });
  useEffect(() => {
    if (turn === "") return;
    announce("now", turn);
    play("turn");
  }, [turn]);
  const title = kind === "next" ? say("next", { name: name(next ?? 0) }) : say(kind);
  const note = kind === "wait" ? toAct.length > 0 && say("wait.note", { names: listed(toAct.map(name)) }) : say(`${kind}.note`);
  const first = next ?? (hands.length === 1 ? hands[0] : undefined);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main class="curtain" data-testid="curtain" translate={false}>
      <Connection table={table} />
      <Cloth seats={hands} />
      <section class="curtain-note">
        <Heading>{title}</Heading>
        {note && <p>{note}</p>}
        {first !== undefined && <IAm table={table} seat={first} main />}
      </section>
      <ul class="curtain-hands">
        {hands.map((seat) => (
          <li key={seat}>
            {seat !== first && <IAm table={table} seat={seat} />}
            {seat !== first && !over && <Peek table={table} seat={seat} />}
          </li>
        ))}
      </ul>
      {hands.length > (first === undefined ? 0 : 1) && !over && <p class="note">{say("hold.note")}</p>}
    </main>
  );
}

interface HandProps {
  readonly table: Table;
  readonly seat: number;
}

function IAm({ table, seat, main }: HandProps & { readonly main?: true }) {
  return (
    <button type="button" class={main && "primary"} data-testid={`i-am-${seat}`} onClick={() => table.look(seat)}>
      <Token seat={seat} />
      {say("i-am", { name: nameAt(table, seat) })}
    </button>
  );
}

/** Shows a player's cards while it is held. */
function Peek({ table, seat }: HandProps) {
  const hold = (button: HTMLElement): void => {
    const ends = ["pointerup", "pointercancel", "keyup", "blur"];
    const stop = (event: Event): void => {
      if (event.type === "blur" && event.target !== window) return;
      for (const end of ends) removeEventListener(end, stop, true);
      table.look(null);
    };
    for (const end of ends) addEventListener(end, stop, true);
    // The button leaves the page with the curtain, but the end of a touch is still its event.
    button.addEventListener("touchend", stop);
    table.look(seat);
  };
  return (
    <button
      type="button"
      class="peek"
      data-testid={`peek-${seat}`}
      aria-label={say("hold", { name: personAt(table, seat) })}
      onPointerDown={({ currentTarget }) => hold(currentTarget)}
      onKeyDown={(event) => {
        if (event.repeat || ![" ", "Enter"].includes(event.key)) return;
        event.preventDefault();
        hold(event.currentTarget);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M2 12c5-8 15-8 20 0-5 8-15 8-20 0z" />
        <circle cx="12" cy="12" r="3" />
      </svg>
    </button>
  );
}
