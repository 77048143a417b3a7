/** The logo: a low round table seen from above, with four cushions around it. `make art` draws the icons from it. */
import { Link } from "./link";
import { t } from "../i18n/language";

/** The logo's drawing, on a field of 48 by 48 around the origin. */
export function Crest() {
  return (
    <g class="outline">
      <rect x="-7" y="-22" width="14" height="10" rx="4" class="fill-seat-0" />
      <rect x="12" y="-7" width="10" height="14" rx="4" class="fill-seat-3" />
      <rect x="-7" y="12" width="14" height="10" rx="4" class="fill-seat-1" />
      <rect x="-22" y="-7" width="10" height="14" rx="4" class="fill-seat-2" />
      <circle r="14" class="fill-wood" />
      <circle r="9.5" class="grain" />
      <circle r="4.5" class="grain" />
    </g>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="-24 -24 48 48" aria-hidden="true">
      <Crest />
    </svg>
  );
}

/** A link to the front page. */
export function HomeLink() {
  return (
    <Link to="/" look="home" label={t("name")}>
      <Logo />
    </Link>
  );
}
