/** The front page: four games, a code to join, two languages. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { doors } from "rooms";
import { Failure, offers } from "../api";
import { lang, t, type Key } from "../language";
import { Pills } from "../kit/pills";
import { go, studioPath } from "../routes";
import { LEVELS } from "../seats";
import { setTable, sorry } from "../setting";
import type { Level } from "../types.gen";
import { Languages } from "./languages";
import { Logo } from "./logo";

/** Known before the server answers, so that the page stands at once. */
const HOUSE = ["word-bank", "quiddler", "word-porters", "kakapo"] as const;
type GameName = (typeof HOUSE)[number];

/** The games' pictures, once they have come: nobody at a table waits for them. */
const hung = signal<Readonly<Partial<Record<string, ComponentType>>>>({});
const level = signal<Level>("normal");
const trouble = signal<string | null>(null);
const setting = signal(false);

const BOTS_AT_PLAY = 2;
/** Seats of a table for friends, until they set more or fewer. */
const FRIENDS = 3;
/** How many bots come where it is not two: the Kakapo is at its best with a buddy. */
const COMPANY: Readonly<Partial<Record<GameName, number>>> = { kakapo: 1 };
/** Games with something to choose beforehand: a person alone with bots does it in the lobby. */
const CHOICE: Readonly<Partial<Record<GameName, Key>>> = { kakapo: "kakapo.choose" };
/** What makes the person in seat 0 begin, where the rules leave it open. */
const OPENING: Readonly<Partial<Record<GameName, unknown>>> = {
  "word-bank": { first_player: 0 },
  quiddler: { first_dealer: BOTS_AT_PLAY },
  "word-porters": { first_player: 0 },
};

/** Whether anybody is there to play with: said before something is pressed. */
async function welcome(): Promise<void> {
  try {
    await offers();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    trouble.value = t("offline");
  }
}

/** Set a table and go there, dealt at once or as a lobby; without bots it is a table for friends. */
async function start(game: GameName, bots: readonly Level[], begin: boolean): Promise<void> {
  if (setting.value) return;
  setting.value = true;
  trouble.value = null;
  try {
    const seats = bots.length > 0 ? bots.length + 1 : FRIENDS;
    // Dealt at once, the person starts; in the lobby that is agreed.
    const options = (begin && OPENING[game]) || {};
    await setTable({ game, seats, options, bots, begin });
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
          {HOUSE.map((game) => (
            <GameCard key={game} game={game} />
          ))}
        </ul>
      </main>
      <footer class="colophon">
        <p>{t("unofficial")}</p>
      </footer>
    </div>
  );
}

function GameCard({ game }: { readonly game: GameName }) {
  const Art = hung.value[game];
  return (
    <li class="game" data-testid={`game-${game}`}>
      <div class="game-art">{Art && <Art />}</div>
      <div class="game-words">
        <h2 lang="en">{t(`${game}.title`)}</h2>
        <p class="game-facts">{t(`${game}.facts`)}</p>
        <p>{t(`${game}.about`)}</p>
        <Ways game={game} />
        {doors[game]?.draw && <ToStudio game={game} />}
      </div>
    </li>
  );
}

function ToStudio({ game }: { readonly game: GameName }) {
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
      {t("studio")}
    </a>
  );
}

function Ways({ game }: { readonly game: GameName }) {
  const bots = (): Level[] => Array<Level>(COMPANY[game] ?? BOTS_AT_PLAY).fill(level.value);
  const choice = CHOICE[game];
  return (
    <div class="ways">
      <div class="ways-buttons">
        <button
          type="button"
          class="primary"
          data-testid={`play-${game}`}
          aria-disabled={setting.value}
          onClick={() => void start(game, bots(), true)}
        >
          {t("play")}
        </button>
        <button
          type="button"
          data-testid={`friends-${game}`}
          aria-disabled={setting.value}
          onClick={() => void start(game, [], false)}
        >
          {t("friends")}
        </button>
        {choice && (
          <button
            type="button"
            data-testid={`choose-${game}`}
            aria-disabled={setting.value}
            onClick={() => void start(game, bots(), false)}
          >
            {t(choice)}
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
