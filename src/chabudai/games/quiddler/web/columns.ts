/** The solo game: a word of open cards, picked column by column. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Status } from "@shell/state/game_screen";
import { stopAll } from "@shell/platform/dispose";
import { passing } from "@shell/platform/storage";
import { endedIn } from "@shell/state/typed_table";
import type { Play } from "./table";
import { t } from "./words";

export interface Columns {
  /** The columns with the cards of the word, in order. */
  readonly picked: ReadonlySignal<readonly number[]>;
  readonly word: ReadonlySignal<string>;
  readonly status: ReadonlySignal<Status>;
  readonly tap: (column: number) => void;
  /** Pick the column with an open card that begins with these letters, if any. */
  readonly type: (letter: string) => void;
  readonly erase: () => void;
  readonly clear: () => void;
  readonly lay: () => void;
  readonly stop: () => void;
}

export function openColumns(play: Play): Columns {
  const picked = signal<readonly number[]>([]);
  const face = (column: number): string => play.columns.value[column]?.open ?? "";
  const word = computed(() => picked.value.map(face).join(""));
  const key = `chabudai.quiddler.${play.table.id}.columns`;
  let kept = passing.getList(key) as readonly [number?, (readonly number[])?];
  const stops = [
    // A change to the columns clears the word, but a reload keeps it.
    effect(() => {
      if (play.columns.value.length === 0 || endedIn(play.story.value) !== null) return;
      picked.value = kept[0] === play.table.shown.peek()?.seq ? (kept[1] ?? []) : [];
      kept = [];
    }),
    effect(() => void passing.set(key, JSON.stringify([play.table.shown.peek()?.seq, picked.value]))),
  ];
  return {
    picked,
    word,
    status: computed<Status>(() =>
      word.value === ""
        ? { text: t("status.solo"), tone: "turn" }
        : { text: t("status.solo.word", { word: word.value }), tone: "turn" },
    ),
    tap(column) {
      if (face(column) === "") return;
      picked.value = picked.value.includes(column)
        ? picked.value.filter((each) => each !== column)
        : [...picked.value, column];
    },
    type(letter) {
      const free = play.columns.value.flatMap((column, at) => (picked.value.includes(at) ? [] : [{ column, at }]));
      const last = picked.value.at(-1);
      // A second letter may complete a double.
      const double = last === undefined ? "" : `${face(last)}${letter}`;
      const better = double.length === 2 ? free.find(({ column }) => column.open === double) : undefined;
      const found =
        free.find(({ column }) => column.open === letter) ?? better ?? free.find(({ column }) => column.open[0] === letter);
      if (found === undefined) return;
      if (found === better) picked.value = [...picked.value.slice(0, -1), found.at];
      else if (last !== undefined && face(last).length === 2 && face(last)[1] === letter) return;
      else picked.value = [...picked.value, found.at];
    },
    erase: () => (picked.value = picked.value.slice(0, -1)),
    clear: () => (picked.value = []),
    lay() {
      if (picked.value.length > 0) play.act({ type: "spell", columns: picked.value });
    },
    stop: stopAll(stops),
  };
}
