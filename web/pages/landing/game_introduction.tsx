/** An introduction to a game: its rulebook at a glance, and ways to continue. */
import { useEffect, useState } from "preact/hooks";
import { rulebook, type Rulebook } from "../../net/rulebook";
import { say } from "../../table/words";
import { Glance } from "../../table/guide/glance";
import { Guides } from "../../table/guide/guides";
import { lang, t } from "../../i18n/language";
import type { PlayingProps } from "../../table/guide/coach";
import { games, type Game } from "./games";
import { opened } from "./dialogs";
import { alone, busy, start } from "./table_starts";

export function Learning(which: Game) {
  const [book, setBook] = useState<Rulebook | "missing" | null>(null);
  const language = lang.value;
  useEffect(() => {
    rulebook(which.game, language).then(setBook, () => setBook("missing"));
  }, [which.game, language]);
  if (book === null) return <p class="note">{t("loading")}</p>;
  return (
    <>
      {book === "missing" && <p key="missing" class="trouble">{say("rules.missing")}</p>}
      {book !== "missing" && book.glance && <Glance game={which.game} glance={book.glance} />}
      <div class="ways-buttons">
        <Guides game={which.game} look="button to-guide" />
        <button
          type="button"
          class="primary"
          data-testid="learn-play"
          aria-disabled={busy.value}
          onClick={() => void start(alone(which))}
        >
          {t("play")}
        </button>
        <button type="button" data-testid="learn-rules" onClick={() => (opened.value = { kind: "rules", ...which })}>
          {t("rules")}
        </button>
      </div>
      {book !== "missing" && <div class="prose" dangerouslySetInnerHTML={book.introduction} />}
    </>
  );
}

/** The button at the end of a guide that starts a game with bots. */
export function Playing({ table, label }: PlayingProps) {
  const which = games.find(({ game }) => game === table.hello.value?.game);
  if (which === undefined) return null;
  return (
    <button type="button" class="primary" data-testid="guide-play" aria-disabled={busy.value} onClick={() => void start(alone(which))}>
      {label}
    </button>
  );
}
