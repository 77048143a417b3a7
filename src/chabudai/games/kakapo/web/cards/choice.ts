/** This seat's current choice: a card from its hand, or a selection. Local to this page. */
import { computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import { latest, type Latest } from "@shell/state/typed_table";
import type { Play } from "../table";
import type { Considered, Select } from "../types.gen";
import { suitOf, type Suit } from "../words";
import { SUITS } from "../suits";

export type Skill = NonNullable<Select["skill"]>;

/** A skill or none, whether it is allowed, and the game's answer about it, which is null until it arrives. */
export interface Tile {
  readonly skill: Skill | null;
  readonly allowed: boolean;
  readonly answer: Considered | null;
}

export interface Choice {
  /** The card picked from the hand. */
  readonly card: Signal<string | null>;
  /** Whether the picked card breaks the rule to follow the lead. Such a card stays in the hand. */
  readonly barred: ReadonlySignal<boolean>;
  /** The suit that this seat must follow, or null if it may play any card. */
  readonly must: ReadonlySignal<Suit | null>;
  readonly tiles: ReadonlySignal<readonly Tile[]>;
  readonly tile: ReadonlySignal<Tile | null>;
  readonly pickTile: (at: number) => void;
  readonly reveal: () => void;
  readonly select: () => void;
  readonly stop: () => void;
}

export function openChoice(play: Play): Choice {
  const card = signal<string | null>(null);
  const tiles = signal<readonly Tile[]>([]);
  const picked = signal(0);
  let considering: readonly Latest<[]>[] = [];

  const stopCard = effect(() => {
    const hand = play.hand.value;
    const raised = card.peek();
    if (raised !== null && !hand.includes(raised)) card.value = null;
  });
  const stopForgiving = effect(() => {
    if (card.value !== null || picked.value >= 0) play.table.clearRefusal();
  });

  const stopTiles = effect(() => {
    const card = play.decision.value;
    picked.value = 0;
    for (const question of considering) question.drop();
    if (card === null) {
      tiles.value = [];
      return;
    }
    untracked(() => {
      const allowed = new Set(play.choices.value.map(({ skill }) => JSON.stringify(skill)));
      const skills = waysOf(card, play.view.value.mission.mode === "buddy");
      tiles.value = skills.map((skill) => ({ skill, allowed: allowed.has(JSON.stringify(skill)), answer: null }));
      considering = skills.map((skill, at) => considered(skill, at));
      tiles.value.forEach((tile, at) => tile.allowed && considering[at]?.ask());
    });
  });

  /** Ask the game about the selection of the tile at a position. */
  function considered(skill: Skill | null, at: number): Latest<[]> {
    return latest(
      () => play.ask({ type: "consider", skill }, "considered"),
      (answer) => {
        tiles.value = tiles.value.map((tile, place) => (place === at ? { ...tile, answer } : tile));
      },
    );
  }

  const barred = computed(() => card.value !== null && play.task.value === "reveal" && !play.playable.value.has(card.value));

  return {
    card,
    barred,
    tiles,
    must: computed(() => {
      const lead = play.view.value.revealed[0];
      if (play.task.value !== "reveal" || lead === undefined) return null;
      const playable = play.playable.value;
      return play.hand.value.some((each) => !playable.has(each)) ? suitOf(lead) : null;
    }),
    tile: computed(() => tiles.value[picked.value] ?? null),
    pickTile(at) {
      picked.value = at;
      if (tiles.peek()[at]?.answer === null) considering[at]?.ask();
    },
    reveal() {
      const raised = card.peek();
      if (play.task.peek() === "reveal" && raised !== null && !barred.peek()) play.act({ type: "reveal", card: raised });
    },
    select() {
      const tile = tiles.peek()[picked.peek()];
      if (play.task.peek() !== "select" || !tile) return;
      const { pieces = [], stuck = [] } = tile.answer ?? {};
      // A piece without a place cannot be tried on the board.
      play.take({ skill: tile.skill, pieces: stuck.length > 0 ? [] : pieces });
    },
    stop: stopAll([stopCard, stopForgiving, stopTiles]),
  };
}

/** Return every selection that the rules describe. The game decides which are allowed now. */
function waysOf(decision: string, buddy: boolean): readonly (Skill | null)[] {
  if (!buddy) return [null, { type: "double" }];
  const others = SUITS.filter((suit) => suit !== suitOf(decision));
  return [
    null,
    { type: "shift", by: -1 },
    { type: "shift", by: 1 },
    { type: "double" },
    ...others.map((suit): Skill => ({ type: "wild", suit })),
  ];
}
