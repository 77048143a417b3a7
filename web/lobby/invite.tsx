/** Ways to invite friends: a link, a code of digits, a QR code. */
import type { ComponentChildren } from "preact";
import { TYPED } from "../platform/site";
import { linkFor } from "../state/invitations";
import type { Table } from "../state/table";
import { isThisComputer, SharedLink } from "../table/shared_link";
import { say } from "./words";

/** The command that starts a server that other computers can reach. */
const FOR_OTHERS = 'make play ARGS="--host 0.0.0.0"';

interface Props {
  readonly table: Table;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Invite({ table, title, children }: Props) {
  const code = table.lobby.value?.code ?? null;
  const link = linkFor(table.id, table.lobby.value);
  return (
    <section class="invite panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{title}</h2>
      <div class="invite-ways">
        <Reach table={table} />
        {code && (
          <p class="code">
            <span>{say("invite.code", { host: TYPED })}</span>
            <strong data-testid="code">{code}</strong>
          </p>
        )}
        <SharedLink label={say(code ? "invite.or-link" : "invite.link")} link={link} name="invite-link" />
        {children}
      </div>
    </section>
  );
}

/** A notice if only this computer can open the address, with advice for the person who may have started the server. */
export function Reach({ table }: { readonly table: Table }) {
  if (!isThisComputer()) return null;
  return (
    <p class="trouble reach" data-testid="reach">
      {say("invite.reach")}
      {table.hello.value?.host && (
        <>
          {" "}
          {say("invite.reach.how")} <code>{FOR_OTHERS}</code>
        </>
      )}
    </p>
  );
}
