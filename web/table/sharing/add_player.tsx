/** A further player on this device: the form that adds one, and the button that removes one before the game. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { fitted, madeUp } from "../../i18n/names";
import { fetchJson } from "../../net/api";
import { failureText } from "../../state/refusals";
import { hasRoom } from "../../state/room";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { Icon } from "../../ui/icons";
import { person } from "../seating/people";
import { handsOf } from "./hands";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

/** Shown to readers with a seat while a seat is free. */
export function AddPlayer({ table, screen }: Props) {
  const [name, setName] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), [name === null]);
  const lobby = table.lobby.value;
  if (lobby === null || lobby.silent || lobby.status === "over" || table.seat.value === null || !hasRoom(lobby)) return null;
  if (name === null) {
    return (
      <button type="button" data-testid="add-player" onClick={() => setName(madeUp())}>
        <Icon name="people" />
        {say("add")}
      </button>
    );
  }
  const add = (event: SubmitEvent): void => {
    event.preventDefault();
    setTrouble(null);
    fetchJson(`/api/tables/${encodeURIComponent(table.id)}/players`, { name: name.trim() || madeUp() }).then(
      () => setName(null),
      (failure: unknown) => setTrouble(failureText(failure)),
    );
  };
  return (
    <form class="add-player" onSubmit={add}>
      <p class="note">{say(screen.open ? "add.note.open" : "add.note")}</p>
      <input
        aria-label={say("add.name")}
        data-testid="player-name"
        autocomplete="off"
        value={name}
        ref={field}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => setName(fitted(currentTarget.value))}
      />
      <button type="submit" class="primary" data-testid="player-save">
        {say("add.save")}
      </button>
      {trouble !== null && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </form>
  );
}

/** Return whether another player on this device than the reader has the seat. */
export const isHere = (table: Table, seat: number): boolean => seat !== table.seat.value && handsOf(table).includes(seat);

/** Describes the seat of another player on this device. */
export const hereNote = (table: Table, seat: number): string => (isHere(table, seat) ? say("here") : "");

/** Gives up the seat of another player on this device. */
export function RemovePlayer({ table, seat }: { readonly table: Table; readonly seat: number }) {
  const leave = async (): Promise<void> => {
    if (await table.request({ type: "uncover", seat, since: 0 })) table.send({ type: "leave", level: "normal" });
  };
  const name = person(table.chairs.value[seat]?.name ?? "");
  return (
    <button type="button" class="plain" data-testid={`remove-${seat}`} aria-label={say("remove", { name })} onClick={() => void leave()}>
      <Icon name="close" />
    </button>
  );
}
