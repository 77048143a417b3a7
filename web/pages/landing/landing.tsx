/** The front page: the low table with a move on it, ways to open or join a table, the games. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Failure, offers } from "../../net/api";
import { keepsCookies } from "../../platform/cookies";
import { lasting } from "../../platform/storage";
import { lang, t } from "../../i18n/language";
import { LazyPart } from "../../ui/lazy_part";
import { Heading } from "../../ui/heading";
import { games, type Game } from "./games";
import { LevelOfBots } from "./level_of_bots";
import { GameTile } from "./game_tile";
import { JoinByCode } from "./join";
import { Languages } from "../../ui/language_choice";
import { Logo } from "../../ui/logo";
import { opened } from "./dialogs";
import { alone, busy, level, start, trouble } from "./table_starts";

/** Drawings and parties are fetched after the text. A visitor who opens a table does not load them. */
const drawn = signal<typeof import("./low_table") | null>(null);

/** Check whether the server can be reached, and say so before the reader presses anything. */
async function checkServer(): Promise<void> {
  try {
    await offers();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    trouble.value = t("offline");
  }
}

/** The key of the number of parties that were last shown here. */
const KEPT = "chabudai.tables";

const loadNoCookies = async () => (await import("./no_cookies")).NoCookies;
const loadSheets = async () => (await import("./sheets")).LandingSheets;

async function draw(): Promise<void> {
  drawn.value = await import("./low_table");
}

export function Landing() {
  useEffect(() => {
    opened.value = null;
    void Promise.all([checkServer(), draw()]);
  }, []);
  document.title = t("name");
  const { pictures, LowTable, ComeBack, Shelf, YourParties } = drawn.value ?? {};
  const [first] = games;
  return (
    <div class="landing">
      <header class="masthead">
        <Heading>
          <Logo />
          <span class="wordmark">
            chabudai <small lang="ja">ちゃぶ台</small>
          </span>
        </Heading>
        <Languages />
      </header>
      <main key={lang.value}>
        <div class="welcome">
          <p class="tagline">
            {t("tagline")} <small>{t("tagline.note")}</small>
          </p>
          {trouble.value && trouble.value !== t("no-cookies") && (
            <p key={trouble.value} class="trouble" role="alert">
              {trouble.value}
            </p>
          )}
          {!keepsCookies && <LazyPart load={loadNoCookies} props={{}} />}
          <div class="begin">
            {first && <PlayNow {...first} />}
            <button type="button" data-testid="host" aria-haspopup="dialog" onClick={() => (opened.value = { kind: "host" })}>
              <b>{t("host")}</b>
              <small>{t("host.note")}</small>
            </button>
          </div>
          <JoinByCode />
          {YourParties ? <YourParties kept={KEPT} awaited={<Awaited />} /> : <Awaited />}
        </div>
        <div class="low-table" translate={false}>{LowTable && <LowTable />}</div>
        {ComeBack && <ComeBack />}
        <LevelOfBots />
        <ul class="games">
          {games.map((each) => (
            <GameTile key={each.game} {...each} Art={pictures?.[each.game]?.Art} />
          ))}
        </ul>
      </main>
      <footer key={`colophon-${lang.value}`} class="colophon">
        <p>{t("unofficial")}</p>
        {Shelf && <Shelf />}
      </footer>
      {opened.value && <LazyPart load={loadSheets} props={{}} />}
    </div>
  );
}

/** Space for the parties that the server has not listed yet. */
function Awaited() {
  const places = Number(lasting.get(KEPT) ?? 0);
  if (places === 0) return null;
  return (
    <div class="your-tables" aria-hidden="true">
      <b>{t("yours")}</b>
      {Array.from({ length: places }, (_, at) => (
        <span key={at} class="way-back" />
      ))}
    </div>
  );
}

/** A button that immediately starts the front page's first game with bots. */
function PlayNow({ game, card }: Game) {
  return (
    <button
      type="button"
      class="primary"
      data-testid="play-now"
      aria-disabled={busy.value}
      onClick={() => void start(alone({ game, card }))}
    >
      <b>{t("now")}</b>
      <small key={level.value}>{t("now.note", { game: card.text().title, level: t(`level.${level.value}`) })}</small>
    </button>
  );
}
