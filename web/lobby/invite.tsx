/** How to invite friends: a link, a code of four digits, a QR code. */
import { useEffect, useRef, useState } from "preact/hooks";
import { qr } from "../api";
import { announce } from "../announce";
import { t } from "../language";
import { Icon } from "../kit/icons";

export function Invite({ link, code }: { readonly link: string | null; readonly code: string | null }) {
  return (
    <section class="invite panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{t("invite.title")}</h2>
      <div class="invite-ways">
        {code && (
          <p class="code">
            <span>{t("invite.code", { host: location.host })}</span>
            <strong data-testid="code">{code}</strong>
          </p>
        )}
        {link && <Link link={link} />}
      </div>
    </section>
  );
}

function Link({ link }: { readonly link: string }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
    announce("now", t("invite.copied"));
  };
  return (
    <>
      <div class="link">
        <label for="invite-link">{t("invite.link")}</label>
        <div class="link-row">
          <input
            id="invite-link"
            ref={field}
            data-testid="invite-link"
            readOnly
            value={link}
            onFocus={() => field.current?.select()}
          />
          {/* Without a secure context there is no clipboard; the text can still be selected. */}
          {isSecureContext && (
            <button type="button" data-testid="copy-link" onClick={() => void copy()}>
              <Icon name={copied ? "check" : "copy"} />
              {t(copied ? "invite.copied" : "invite.copy")}
            </button>
          )}
        </div>
      </div>
      <Qr link={link} />
    </>
  );
}

function Qr({ link }: { readonly link: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    qr(link).then(
      (picture) => place.current?.replaceChildren(picture),
      () => place.current?.replaceChildren(),
    );
  }, [link]);
  return <div class="qr" ref={place} role="img" aria-label={t("invite.qr")} data-testid="qr" />;
}
