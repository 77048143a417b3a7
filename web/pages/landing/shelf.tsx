/** Daily deals and the level of the bots; the data that this browser stores for its reader; games in files. */
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { t as words } from "../../table/meaning/words";
import { t as pages } from "../words";
import { forgets } from "../../platform/storage";
import { opened } from "./dialogs";
import { t } from "./words";

export function ComeBack() {
  return (
    <p class="come-back">
      <Link to="/daily" look="" testid="daily">
        <Icon name="sheet" />
        {t("today")}
      </Link>
      <Link to="/mine" look="" testid="mine">
        <Icon name="crown" />
        {pages("mine")}
      </Link>
    </p>
  );
}

export function Shelf() {
  return (
    <>
      {forgets.value && <p data-testid="forgets">{t("forgets")}</p>}
      <button type="button" class="plain" data-testid="diary" aria-haspopup="dialog" onClick={() => (opened.value = { kind: "diary" })}>
        <Icon name="book" />
        {words("diary")}
      </button>
      <button type="button" class="plain" data-testid="recorded" aria-haspopup="dialog" onClick={() => (opened.value = { kind: "recorded" })}>
        <Icon name="folder" />
        {t("recorded")}
      </button>
    </>
  );
}
