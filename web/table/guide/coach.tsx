/** A guide's note above its table: the current lesson.
 *
 * Only the server knows the required action; the note shows the lesson that the server has sent. */
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect } from "preact/hooks";
import { announce } from "../../ui/announcements";
import { LazyPart } from "../../ui/lazy_part";
import { lang } from "../../i18n/language";
import { rememberGame } from "../../state/known_games";
import { go } from "../../state/routes";
import { rememberSeen } from "../../state/last_seen";
import type { Table } from "../../state/table";
import type { Guided } from "../../net/types.gen";
import { Note } from "./note";
import { t } from "./words";

/** A button that starts a game with bots. */
export interface PlayingProps {
  readonly table: Table;
  readonly label: string;
}

interface Props {
  readonly table: Table;
  /** Fetches the button at the end of a guide. */
  readonly loadPlaying: () => Promise<(props: PlayingProps) => ComponentChild>;
}

export function Coach({ table, loadPlaying }: Props) {
  const lesson = useSignal<Guided | null>(null);
  // Show a lesson once the table shows the step that leads to it.
  useSignalEffect(() => {
    const next = table.guided.value;
    if (next?.type === "guided" && (table.shown.value?.seq ?? 0) >= next.seq) lesson.value = next;
  });
  const present = lesson.value;
  const text = present?.text[lang.value] ?? "";
  useEffect(() => announce("now", text), [text]);
  // Announce the lesson again after an action that it does not ask for.
  useSignalEffect(() => {
    if (table.refusal.value?.code === "guide") announce("now", text);
  });
  useEffect(() => rememberGame(table.hello.value?.game ?? ""), [table]);
  const { at = 0, of = 1, point = [] } = present ?? {};
  return (
    <Note name="guide" label={t("guide")} at={present?.at} text={text} point={point}>
      <small key={`${at}/${of}`}>{t("at", { n: at + 1, of })}</small>
      <span class="guide-ways">
        {at > 0 && (
          <button type="button" class="plain" data-testid="guide-again" onClick={() => again(table)}>
            {t("again")}
          </button>
        )}
        <button type="button" class="plain" data-testid="guide-leave" onClick={() => go("/")}>
          {t("leave")}
        </button>
        {at === of - 1 && <LazyPart load={loadPlaying} props={{ table, label: t("play") }} />}
      </span>
    </Note>
  );
}

function again(table: Table): void {
  rememberSeen(table.id, 0);
  location.reload();
}
