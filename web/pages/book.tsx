/** The page with a game's goals and those that the reader has reached. The game draws its content. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { Heading } from "../ui/heading";
import { Link } from "../ui/link";
import { Pills } from "../ui/pills";
import { Languages } from "../ui/language_choice";
import { HomeLink } from "../ui/logo";
import { lang, t as shell } from "../i18n/language";
import { openTableSetup } from "../state/table_setup";
import { LEVELS } from "../state/bot_levels";
import type { Level } from "../net/types.gen";
import { records, type GameRecord } from "./stats/records";
import { t } from "./words";

/** Props of a game's book. */
export interface BookProps {
  /** The records of this game that the reader has played, the oldest first. */
  readonly games: readonly GameRecord[];
  readonly busy: boolean;
  /** Play alone with bots at a table with this number of seats. */
  readonly play: (seats: number, options: unknown) => void;
}

/** A game's `book/page.tsx`. */
export interface BookFiles {
  readonly title: () => string;
  readonly Book: ComponentType<BookProps>;
  /** Its style sheets. */
  readonly sheets: readonly string[];
}

interface Props {
  readonly game: string;
  readonly files: BookFiles;
}

export function BookPage({ game, files: { title, Book } }: Props) {
  const level = useSignal<Level>("normal");
  const { busy, trouble, start } = useMemo(openTableSetup, []);
  document.title = `${title()} · ${shell("name")}`;
  const play = (seats: number, options: unknown): void =>
    void start({ game, seats, bots: Array<Level>(seats - 1).fill(level.value), options, begin: true });
  return (
    <div class="pages" data-testid="book">
      <header class="masthead">
        <HomeLink />
        <Heading>{title()}</Heading>
        <Languages />
      </header>
      <main key={lang.value}>
        <p class="note">{t("mine.about")}</p>
        {trouble.value && (
          <p key={trouble.value} class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <Pills
          legend={shell("bots")}
          pills={LEVELS.map((each) => ({ value: each, label: shell(`level.${each}`) }))}
          value={level.value}
          onPick={(picked) => (level.value = picked)}
        />
        <Book games={records.value.filter((each) => each.game === game)} busy={busy.value} play={play} />
        <p>
          <Link to="/mine" look="button">
            {t("mine")}
          </Link>
        </p>
      </main>
    </div>
  );
}
