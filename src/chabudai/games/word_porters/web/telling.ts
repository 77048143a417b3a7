/** Events in sentences, with the words of the cards in this reader's script. */
import type { Table } from "@shell/state/table";
import { teller } from "@shell/state/telling";
import type { Tell } from "@shell/state/game_screen";
import type { Piece } from "@shell/net/types.gen";
import { hintOn, plain, wordOn } from "./faces";
import type { Dealt, Event, View } from "./types.gen";
import { t, translate } from "./words";

const sentences = teller(translate, cardText);

/** The seat's own word is covered on the screen, so it is not read aloud either. */
export const tell: Tell = (table, events, most) =>
  sentences(table, (events as readonly Event[]).filter((event) => event.type !== "received"), most);

/** Return a hint word, or a word with its number, as on the table at the time of the event. */
function cardText({ kind, name }: Piece, table: Table, event: unknown): string {
  const { options } = table.shown.value?.view as View;
  const dealt = dealtBefore(table, event);
  if (kind === "word") {
    const word = plain(wordOn(dealt?.words[Number(name) - 1], options));
    return t("telling.word", { n: name, word });
  }
  const [card = "", at = ""] = name;
  const face = dealt?.hints[card.charCodeAt(0) - "A".charCodeAt(0)];
  return t("telling.hint", { hint: plain(hintOn(face, Number(at) - 1, options)) });
}

/** Return the newest deal before an event, or the newest of all for an event that is still being shown. */
function dealtBefore(table: Table, event: unknown): Dealt | undefined {
  const story = table.story.value;
  const at = story.findIndex((told) => told.events.includes(event));
  const until = (at === -1 ? story : story.slice(0, at)).flatMap((told) => told.events as readonly Event[]);
  return until.filter((each) => each.type === "dealt").at(-1);
}
