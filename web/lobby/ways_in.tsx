/** The sheet for inviting others to a table, or moving the reader's seat to another device. */
import { useState } from "preact/hooks";
import { newPass } from "../net/api";
import { failureText } from "../state/refusals";
import { invitePath } from "../state/routes";
import type { Table } from "../state/table";
import { BigScreens } from "./big_screens";
import { Invite, Reach } from "./invite";
import { SharedLink } from "../table/shared_link";
import { say } from "./words";

const TITLES = { lobby: "invite.title", playing: "invite.watch", over: "invite.late" } as const;

export function WaysIn({ table }: { readonly table: Table }) {
  const lobby = table.lobby.value;
  if (lobby === null) return null;
  const title = say(lobby.status === "playing" && !lobby.watch.open ? "invite.title" : TITLES[lobby.status]);
  return (
    <>
      <Invite table={table} title={title} />
      <BigScreens table={table} />
      {table.seat.value !== null && <OtherDevice table={table} />}
    </>
  );
}

/** A link that gives the reader's seat to one other browser. It is created on request. */
export function OtherDevice({ table }: { readonly table: Table }) {
  const [link, setLink] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const make = (): void => {
    newPass(table.id, table.seat.value).then(
      ({ secret }) => setLink(invitePath(table.id, secret)),
      (failure: unknown) => setTrouble(failureText(failure)),
    );
  };
  return (
    <section class="invite panel" aria-labelledby="device-title" data-testid="device">
      <h2 id="device-title">{say("device.title")}</h2>
      <div class="invite-ways">
        <p class="note">{say("device.note")}</p>
        {link === null ? (
          <button type="button" data-testid="device-make" onClick={make}>
            {say("device.make")}
          </button>
        ) : (
          <>
            <Reach table={table} />
            <SharedLink label={say("device.link")} link={link} name="device-link" />
          </>
        )}
        {trouble !== null && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
      </div>
    </section>
  );
}
