/** An offer to open this page in a browser that keeps cookies. Browsers inside other apps often refuse them. */
import { t as shell } from "../../i18n/language";
import { LinkField } from "../../table/shared_link";
import { t } from "./words";

/** Return the link that opens this page in the device's own browser, or null if the device has no such link. */
function ownBrowser(): string | null {
  const { href, protocol, host } = location;
  const rest = href.slice(protocol.length);
  if (/Android/.test(navigator.userAgent)) return `intent:${rest}#Intent;scheme=${protocol.slice(0, -1)};end`;
  return /iPhone|iPad/.test(navigator.userAgent) && host !== "" ? `x-safari-${href}` : null;
}

export function NoCookies() {
  const link = ownBrowser();
  return (
    <section class="panel no-cookies" role="alert" data-testid="no-cookies">
      <p>
        {shell("no-cookies")} {t(link === null ? "cookies.elsewhere" : "cookies.outside")}
      </p>
      {link !== null && (
        <p>
          <a class="button primary" href={link} data-testid="own-browser">
            {t("cookies.open")}
          </a>
        </p>
      )}
      <LinkField label={t("cookies.link")} link={location.href} name="this-link" />
    </section>
  );
}
