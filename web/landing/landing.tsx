/** The front page: the games, a code to join, two languages. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { rooms } from "rooms";
import { Failure, offers } from "../api";
import type { LandingCard } from "../landing_card";
import { t, type Key } from "../language";
import { Heading } from "../kit/heading";
import { Link } from "../kit/link";
import { Pills } from "../kit/pills";
import { openTableSetup, type Order } from "../new_table";
import { studioPath } from "../routes";
import { LEVELS } from "../seats";
import type { Level } from "../types.gen";
import { JoinByCode } from "./join";
import { Languages } from "./languages";
import { Logo } from "./logo";
import { YourTables } from "./your_tables";

/** Known before the server answers, so that the page is complete at once. */
const cards = Object.entries(rooms)
  .flatMap(([game, files]) => (files ? [{ game, card: files.card }] : []))
  .sort((one, other) => one.card.place - other.card.place);

/** The games' pictures, once they are loaded; whoever opens a table does not load them. */
const pictures = signal<Readonly<Partial<Record<string, ComponentType>>>>({});
const level = signal<Level>("easy");
const { busy, trouble, start } = openTableSetup();

/** Whether the server can be reached; the page says so before anything is pressed. */
async function checkServer(): Promise<void> {
  try {
    await offers();
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    trouble.value = t("offline");
  }
}

async function loadPictures(): Promise<void> {
  pictures.value = (await import("pictures")).pictures;
}

export function Landing() {
  useEffect(() => void Promise.all([checkServer(), loadPictures()]), []);
  document.title = t("name");
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
      <main>
        <p class="tagline">{t("tagline")}</p>
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
        <JoinByCode />
        <YourTables />
        <ul class="games">
          {cards.map(({ game, card }) => (
            <GameCard key={game} game={game} card={card} />
          ))}
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
  readonly card: LandingCard;
}

function GameCard({ game, card }: CardProps) {
  const Art = pictures.value[game];
  const { title, facts, about, draw } = card.text();
  return (
    <li class="game" data-testid={`game-${game}`}>
      <div class="game-art">{Art && <Art />}</div>
      <div class="game-words">
        <h2 lang="en">{title}</h2>
        <p class="game-facts">{facts}</p>
        <p>{about}</p>
        <Ways game={game} card={card} />
        {draw && (
          <Link to={studioPath(game)} look="to-studio" testid={`studio-${game}`}>
            {draw}
          </Link>
        )}
      </div>
    </li>
  );
}

function Ways({ game, card }: CardProps) {
  const { choose } = card.text();
  const alone = (): Order => ({ game, seats: card.bots + 1, bots: Array<Level>(card.bots).fill(level.value) });
  return (
    <div class="ways">
      <div class="ways-buttons">
        <button
          type="button"
          class="primary"
          data-testid={`play-${game}`}
          aria-disabled={busy.value}
          onClick={() => void start({ ...alone(), options: { ...card.opening, ...card.gentle }, begin: true })}
        >
          {t("play")}
        </button>
        <button
          type="button"
          data-testid={`friends-${game}`}
          aria-disabled={busy.value}
          onClick={() => void start({ game, seats: card.friends })}
        >
          {t("friends")}
        </button>
        {choose && (
          <button
            type="button"
            data-testid={`choose-${game}`}
            aria-disabled={busy.value}
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
