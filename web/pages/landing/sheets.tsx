/** Dialogs of the front page that are fetched when they are first opened: the choice of a game to host, a game's
 * introduction, and its rules. */
import { LazyPart } from "../../ui/lazy_part";
import { Sheet } from "../../ui/sheet";
import { t } from "../../i18n/language";
import { games } from "./games";
import { opened } from "./dialogs";
import { Recorded } from "./game_file";
import { busy, start, withFriends } from "./table_starts";
import { t as more } from "./words";

const close = (): void => {
  opened.value = null;
};

const loadRules = async () => (await import("../../table/rulebook")).Rules;
const loadDiary = async () => (await import("../../table/lazy_dialogs")).loadDiary();
const loadLearning = async () => (await import("./game_introduction")).Learning;

export function LandingSheets() {
  const open = opened.value;
  if (open === null) return null;
  if (open.kind === "host")
    return (
      <Sheet key="host" name="host" title={more("host.which")} onClose={close}>
        <ul class="which-game">
          {games.map((each) => (
            <li key={each.game}>
              <button
                type="button"
                data-testid={`host-${each.game}`}
                aria-disabled={busy.value}
                onClick={() => void start(withFriends(each))}
              >
                <b lang="en">{each.card.text().title}</b>
                <small>{each.card.text().facts}</small>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    );
  if (open.kind === "recorded")
    return (
      <Sheet key="recorded" name="recorded" title={more("recorded")} onClose={close}>
        <Recorded />
      </Sheet>
    );
  if (open.kind === "diary") return <LazyPart load={loadDiary} props={{ close }} />;
  const { title } = open.card.text();
  return (
    <Sheet key={open.kind} name={open.kind} title={`${title} · ${t(open.kind)}`} onClose={close}>
      {open.kind === "learn" ? (
        <LazyPart load={loadLearning} props={{ game: open.game, card: open.card }} />
      ) : (
        <LazyPart load={loadRules} props={{ game: open.game, rule: null }} />
      )}
    </Sheet>
  );
}
