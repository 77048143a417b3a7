/** The log: everything that has happened, in sentences, the newest first. A tap shows on the board what a sentence tells of. */
import { t } from "../language";
import type { Room, Sitting } from "../room";
import type { Table } from "../table";

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly recall: Sitting["recall"];
}

export function Log({ table, room, recall }: Props) {
  const lines = table.story.value
    .map(({ seq, events, instead }) => ({ seq, text: room.tell(table, events), instead, show: recall?.(events) ?? null }))
    .filter((line) => line.text !== "")
    .reverse();
  return (
    <section class="story" aria-labelledby="story-title">
      <h2 id="story-title">{t("log")}</h2>
      <ol reversed class="story-lines" data-stops>
        {lines.map(({ seq, text, instead, show }) => (
          <li key={seq}>
            {show === null ? (
              text
            ) : (
              <button type="button" class="recall" onClick={show}>
                {text}
              </button>
            )}
            {instead && <small> {t(`instead.${instead}`)}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
