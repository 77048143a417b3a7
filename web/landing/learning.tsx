/** What a game is about: the introduction of its rulebook, and the two ways on from there. */
import { useEffect, useState } from "preact/hooks";
import { rulebook, type Rulebook } from "../api";
import { Prose } from "../frame/prose";
import { lang, t } from "../language";
import type { Game } from "./games";
import { opened } from "./opened";
import { alone, busy, start } from "./starting";

export function Learning(which: Game) {
  const [book, setBook] = useState<Rulebook | "missing" | null>(null);
  const language = lang.value;
  useEffect(() => {
    rulebook(which.game, language).then(setBook, () => setBook("missing"));
  }, [which.game, language]);
  if (book === null) return <p class="note">{t("loading")}</p>;
  return (
    <>
      {book === "missing" ? <p class="trouble">{t("rules.missing")}</p> : <Prose text={book.introduction} />}
      <div class="ways-buttons">
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
    </>
  );
}
