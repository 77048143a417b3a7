/** How to invite friends: a link, a code of digits, a QR code. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { qr } from "../api";
import { t } from "../language";
import { useCopying } from "../kit/copying";
import { Icon } from "../kit/icons";
import { linkFor } from "../seats";
import type { Table } from "../table";
import { say } from "./words";

/** A server that listens for this computer only can be reached at these addresses alone; a phone that reads one in a QR code cannot open it. */
const isThisComputer = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
/** The line that starts a server which others reach, too. */
const FOR_OTHERS = 'make play ARGS="--host 0.0.0.0"';

interface Props {
  readonly table: Table;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function Invite({ table, title, children }: Props) {
  const code = table.lobby.value?.code ?? null;
  const link = linkFor(table);
  return (
    <section class="invite panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{title}</h2>
      <div class="invite-ways">
        <Reach table={table} />
        {code && (
          <p class="code">
            <span>{say("invite.code", { host: location.host })}</span>
            <strong data-testid="code">{code}</strong>
          </p>
        )}
        <SharedLink label={say(code ? "invite.or-link" : "invite.link")} link={link} name="invite-link" />
        {children}
      </div>
    </section>
  );
}

/** Says where only this computer can open the address, and to whoever can have started the server how others can. */
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

interface LinkProps {
  readonly label: string;
  readonly link: string;
  readonly name: string;
}

/** A link to copy, or to share by the device's own means. */
export function LinkField({ label, link, name }: LinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, copy] = useCopying(link, t("invite.copied"));
  // There it is selected, to be copied by hand.
  useEffect(() => void (copied === "refused" && field.current?.focus()), [copied]);
  return (
    <div class="link">
      <label for={id}>{label}</label>
      <div class="link-row">
        <input
          id={id}
          ref={field}
          data-testid={name}
          readOnly
          value={link}
          onFocus={() => field.current?.select()}
        />
        {/* Without a secure context there is no clipboard; the text can still be selected. */}
        {isSecureContext && (
          <button type="button" data-testid="copy-link" onClick={() => void copy()}>
            <Icon name={copied === "copied" ? "check" : "copy"} />
            <span key={copied}>{t(copied === "copied" ? "invite.copied" : "invite.copy")}</span>
          </button>
        )}
        {"share" in navigator && (
          <button type="button" data-testid="share-link" onClick={() => share(link)}>
            <Icon name="share" />
            {say("invite.share")}
          </button>
        )}
      </div>
    </div>
  );
}

/** A link to copy or to share, and as a QR code. */
export function SharedLink(props: LinkProps) {
  return (
    <>
      <LinkField {...props} />
      {!isThisComputer() && <Qr link={props.link} />}
    </>
  );
}

function share(url: string): void {
  // It is refused when the reader changes their mind.
  navigator.share({ url }).catch(() => undefined);
}

function Qr({ link }: { readonly link: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    qr(link).then(
      (picture) => place.current?.replaceChildren(picture),
      () => place.current?.replaceChildren(),
    );
  }, [link]);
  return <div class="qr" ref={place} role="img" aria-label={say("invite.qr")} data-testid="qr" />;
}
