/** The front page: the games, a code to join, two languages. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { doors } from "rooms";
import { Failure, offers } from "../api";
import type { Sign } from "../door";
import { lang, t, type Key } from "../language";
import { Pills } from "../kit/pills";
import { go, studioPath } from "../routes";
import { LEVELS } from "../seats";
import { setTable, sorry } from "../setting";
import type { Level, NewTable } from "../types.gen";
import { Languages } from "./languages";
import { Logo } from "./logo";

/** In this order, other games after them; known before the server answers, so that the page stands at once. */
const HOUSE = [...new Set(["word-bank", "quiddler", "word-porters", "kakapo", ...Object.keys(doors)])];

/** The games' pictures, once they have come: nobody at a table waits for them. */
const hung = signal<Readonly<Partial<Record<string, ComponentType>>>>({});
const level = signal<Level>("normal");
const trouble = signal<string | null>(null);
const setting = signal(false);

type Order = Omit<NewTable, "name">;

/** Seats of a table for friends, until they set more or fewer. */
const FRIENDS = 3;

/** Whether anybody is there to play with: said before something is pressed. */
async function welcome(): Promise<void> {
  try {
    await offers();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    trouble.value = t("offline");
  }
}

/** Set a table and go there, dealt at once or as a lobby. */
async function start(table: Order): Promise<void> {
  if (setting.value) return;
  setting.value = true;
  trouble.value = null;
  try {
    await setTable(table);
  } catch (failure) {
    trouble.value = sorry(failure);
  } finally {
    setting.value = false;
  }
}

async function hang(): Promise<void> {
  hung.value = (await import("pictures")).pictures;
}

export function Landing() {
  useEffect(() => void Promise.all([welcome(), hang()]), []);
  document.title = t("house");
  return (
    <div class="landing">
      <header class="masthead">
        <h1>
          <Logo />
          <span class="wordmark">
            chabudai <small lang="ja">ちゃぶ台</small>
          </span>
        </h1>
        <Languages />
      </header>
      <main>
        <p class="tagline">{t("tagline")}</p>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <JoinByCode />
        <ul class="games">
          {HOUSE.map((game) => {
            const door = doors[game];
            return door && <GameCard key={game} game={game} sign={door.sign} />;
          })}
        </ul>
      </main>
      <footer class="colophon">
        <p>{t("unofficial")}</p>
      </footer>
    </div>
  );
}

interface CardProps {
  readonly game: string;
  readonly sign: Sign;
}

function GameCard({ game, sign }: CardProps) {
  const Art = hung.value[game];
  const { title, facts, about, draw } = sign.words();
  return (
    <li class="game" data-testid={`game-${game}`}>
      <div class="game-art">{Art && <Art />}</div>
      <div class="game-words">
        <h2 lang="en">{title}</h2>
        <p class="game-facts">{facts}</p>
        <p>{about}</p>
        <Ways game={game} sign={sign} />
        {draw && <ToStudio game={game} words={draw} />}
      </div>
    </li>
  );
}

function ToStudio({ game, words }: { readonly game: string; readonly words: string }) {
  return (
    <a
      class="to-studio"
      href={studioPath(game)}
      data-testid={`studio-${game}`}
      onClick={(event) => {
        event.preventDefault();
        go(studioPath(game));
      }}
    >
      {words}
    </a>
  );
}

function Ways({ game, sign }: CardProps) {
  const { choose } = sign.words();
  const alone = (): Order => ({ game, seats: sign.bots + 1, bots: Array<Level>(sign.bots).fill(level.value) });
  return (
    <div class="ways">
      <div class="ways-buttons">
        <button
          type="button"
          class="primary"
          data-testid={`play-${game}`}
          aria-disabled={setting.value}
          onClick={() => void start({ ...alone(), options: sign.opening, begin: true })}
        >
          {t("play")}
        </button>
        <button
          type="button"
          data-testid={`friends-${game}`}
          aria-disabled={setting.value}
          onClick={() => void start({ game, seats: FRIENDS })}
        >
          {t("friends")}
        </button>
        {choose && (
          <button
            type="button"
            data-testid={`choose-${game}`}
            aria-disabled={setting.value}
            onClick={() => void start(alone())}
          >
            {choose}
          </button>
        )}
      </div>
      <Pills
        legend={t("bots")}
        pills={LEVELS.map((each) => ({ value: each, label: t(`level.${each}` satisfies Key) }))}
        value={level.value}
        onPick={(picked) => (level.value = picked)}
      />
    </div>
  );
}

function JoinByCode() {
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    const code = new FormData(event.currentTarget as HTMLFormElement).get("code");
    if (typeof code === "string") go(`/j/${code.normalize("NFKC").replace(/\D/g, "")}`);
  };
  return (
    <form class="join" onSubmit={enter}>
      <label for="join-code">{t("join.label")}</label>
      <input
        id="join-code"
        name="code"
        data-testid="join-code"
        inputMode="numeric"
        autocomplete="off"
        required
        pattern="\s*[0-9０-９]{4}\s*"
        title={t("join.title")}
        placeholder="0000"
        maxLength={8}
        lang={lang.value}
      />
      <button type="submit" data-testid="join">
        {t("join")}
      </button>
    </form>
  );
}
