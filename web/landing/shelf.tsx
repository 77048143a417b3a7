/** What this browser keeps for its reader, and what comes every day, below the games; games kept as files. */
import { Icon } from "../kit/icons";
import { Link } from "../kit/link";
import { t as words } from "../meaning/words";
import { t as pages } from "../pages/words";
import { opened } from "./opened";
import { t } from "./words";

export function Shelf() {
  return (
    <>
      <Link to="/daily" look="button plain" testid="daily">
        <Icon name="sheet" />
        {pages("daily")}
      </Link>
      <Link to="/mine" look="button plain" testid="mine">
        <Icon name="crown" />
        {pages("mine")}
      </Link>
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
