/** The log: all events in sentences, the newest first. A tap on a sentence shows its event on the board. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n/language";
import type { GameScreen, Sitting } from "../state/game_screen";
import type { Table } from "../state/table";
import type { Told } from "../net/types.gen";
import { aids } from "./lazy_aids";
import { Kept } from "./unbroken_names";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly recall: Sitting["recall"];
}

export function Log({ table, screen, recall }: Props) {
  return (
    <section class="story" aria-labelledby="story-title">
      <h2 id="story-title">{t("log")}</h2>
      <ol reversed class="story-lines" data-stops>
        {linesOf(table, screen, table.story.value, recall).reverse()}
      </ol>
    </section>
  );
}

/** Return a line for each step that has a sentence, and name what made the move if the guest did not. */
export function linesOf(table: Table, screen: GameScreen, story: readonly Told[], recall?: Sitting["recall"]): ComponentChildren[] {
  const { Why } = aids.value ?? {};
  return story.flatMap((step) => {
    const { seq, events, instead } = step;
    // A step may have many events, such as when a round is scored. Each event has its own line.
    const told = events
      .map((event) => screen.tell(table, [event]))
      .filter(Boolean)
      .map((text, at) => (
        <span key={at}>
          <Kept table={table} text={text} />
        </span>
      ));
    if (told.length === 0) return [];
    const show = recall?.(events) ?? null;
    return (
      <li key={seq}>
        {show === null ? (
          told
        ) : (
          <button type="button" class="recall" onClick={show}>
            {told}
          </button>
        )}
        {instead && <small> {t(`instead.${instead}`)} </small>}
        {Why && <Why table={table} screen={screen} told={step} />}
      </li>
    );
  });
}
