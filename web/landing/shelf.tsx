/** What this browser keeps for its reader, below the games. */
import { Icon } from "../kit/icons";
import { t as words } from "../meaning/words";
import { opened } from "./opened";

export function Shelf() {
  return (
    <button type="button" class="plain" data-testid="diary" aria-haspopup="dialog" onClick={() => (opened.value = { kind: "diary" })}>
      <Icon name="book" />
      {words("diary")}
    </button>
  );
}
