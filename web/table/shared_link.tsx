/** A link to copy, to share with the device's own dialog, or as a QR code. */
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n/language";
import { qr } from "../net/api";
import { useCopying } from "../ui/clipboard";
import { Icon } from "../ui/icons";
import { say } from "./words";

/** Return whether this address works only on this computer; a phone could not open it from a QR code. */
export const isThisComputer = (): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);
interface LinkProps {
  readonly label: string;
  readonly link: string;
  readonly name: string;
}

/** A link to copy, or to share with the device's own dialog. */
export function LinkField({ label, link, name }: LinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, copy] = useCopying(link, t("invite.copied"));
  // Focusing the field selects its text, to be copied manually.
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

/** A link to copy, to share, or to scan as a QR code. */
export function SharedLink(props: LinkProps) {
  return (
    <>
      <LinkField {...props} />
      {!isThisComputer() && <Qr link={props.link} />}
    </>
  );
}

function share(url: string): void {
  // The promise is rejected if the reader cancels.
  navigator.share({ url }).catch(() => undefined);
}

export function Qr({ link }: { readonly link: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    qr(link).then(
      (picture) => place.current?.replaceChildren(picture),
      () => place.current?.replaceChildren(),
    );
  }, [link]);
  return <div class="qr" ref={place} role="img" aria-label={say("invite.qr")} data-testid="qr" />;
}
