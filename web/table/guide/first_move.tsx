/** A note above a table that coaches the reader's first move in a game. Playing or closing it ends it. */
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { t as shell } from "../../i18n/language";
import { offers } from "../../net/api";
import type { GameScreen } from "../../state/game_screen";
import { rememberGame } from "../../state/known_games";
import type { Table } from "../../state/table";
import { announce } from "../../ui/announcements";
import { Link } from "../../ui/link";
import { Note } from "./note";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function FirstMove({ table, screen }: Props) {
  const [guide, setGuide] = useState<string | undefined>();
  const owed = useRef(false);
  const game = table.hello.value?.game ?? "";
  const text = screen.firstMove?.text() ?? "";
  // The first move ends when the reader no longer owes one.
  useSignalEffect(() => {
    const owes = table.seat.value !== null && table.shown.value?.toAct.includes(table.seat.value) === true;
    if (owed.current && !owes) rememberGame(game);
    owed.current = owes;
  });
  useEffect(() => announce("now", text), [text]);
  useEffect(() => {
    offers().then(
      (all) => setGuide(Object.keys(all.find(({ name }) => name === game)?.guides ?? {})[0]),
      () => setGuide(undefined),
    );
  }, [game]);
  return (
    <Note name="first-move" label={t("first")} text={text} point={screen.firstMove?.point ?? []}>
      <small>{t("first")}</small>
      <span class="guide-ways">
        {guide && (
          <Link to={`/learn/${game}/${guide}`} look="button plain" testid="first-move-learn">
            {shell("learn")}
          </Link>
        )}
        <button type="button" class="plain" data-testid="first-move-close" onClick={() => rememberGame(game)}>
          {t("first.close")}
        </button>
      </span>
    </Note>
  );
}
