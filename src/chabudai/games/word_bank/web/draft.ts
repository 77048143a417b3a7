/** The word being typed, and its chosen path around the circle. Not sent to the server. A reload keeps the word. */
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import { passing } from "@shell/platform/storage";
import { latestInTurn } from "@shell/state/typed_table";
import type { Direction, Play, Position } from "./table";
import type { Input, Ways } from "./types.gen";

const LONGEST = 40;
const kept = (play: Play): string => `chabudai.bank.word.${play.table.id}.${play.seat.peek()}`;

export interface Draft {
  readonly word: ReadonlySignal<string>;
  /** The game's answer about the word, or null until it arrives. */
  readonly ways: ReadonlySignal<Ways | null>;
  readonly chosen: ReadonlySignal<Input | null>;
  /** Whether the rules refuse the word, so that the turn would be lost. The page does not submit such a word. */
  readonly hopeless: ReadonlySignal<boolean>;
  readonly best: (direction: Direction) => Input | null;
  /** The ways in the chosen direction that cannot take another stone, and the index of the chosen one. */
  readonly others: ReadonlySignal<{ readonly all: readonly Input[]; readonly at: number }>;
  readonly write: (word: string) => void;
  readonly type: (letter: string) => void;
  readonly erase: () => void;
  readonly turn: (direction: Direction) => void;
  readonly next: () => void;
  /** Whether a stone can be added to the way at a place, or removed from there. */
  readonly canToggle: (position: Position) => boolean;
  readonly toggle: (position: Position) => void;
  readonly stop: () => void;
}

/** Return the letters of typed text as capitals A to Z. Full-width and accented letters are converted. */
export function letters(typed: string): string {
  return typed
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z]/g, "")
    .slice(0, LONGEST);
}

/** Return whether typed text has letters of another script, which cannot be part of a word. */
export const isForeign = (typed: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(typed.normalize("NFKD"));

export function openDraft(play: Play): Draft {
  const word = signal(letters(passing.get(kept(play)) ?? ""));
  const answer = signal<Ways | null>(null);
  const preferred = signal<Direction | null>(null);
  const picked = signal<Input | null>(null);

  const seq = computed(() => play.table.shown.value?.seq ?? 0);
  const ways = computed(() => (answer.value?.word === word.value ? answer.value : null));
  const inputs = computed(() => [...(ways.value?.inputs ?? [])].sort(worth));
  const chosen = computed(() => {
    const explicit = picked.value && find(picked.value.positions, picked.value.direction);
    return explicit ?? (preferred.value && best(preferred.value)) ?? inputs.value[0] ?? null;
  });
  const others = computed(() => {
    const direction = chosen.value?.direction;
    const all = inputs.value.filter((input) => input.direction === direction && isFull(input));
    return { all, at: all.findIndex((input) => input === chosen.value) };
  });

  const hopeless = computed(() => {
    const against = ways.value?.against ?? null;
    return against !== null && !play.view.value.options.retry_words;
  });

  const asking = latestInTurn(play.ways, (found, asked) => {
    if (found !== null) answer.value = { ...found, word: asked };
  });
  const stopKeeping = effect(() => void passing.set(kept(play), word.value));
  const stopAsking = effect(() => {
    if (word.value !== "" && seq.value > 0 && play.seat.value !== null) asking.ask(word.value);
    else asking.drop();
  });

  function write(typed: string): void {
    batch(() => {
      word.value = letters(typed);
      picked.value = null;
      if (word.value === "") preferred.value = null;
    });
  }

  function best(direction: Direction): Input | null {
    const single = inputs.value.find((input) => input.positions.length === 1);
    return inputs.value.find((input) => input.direction === direction) ?? single ?? null;
  }

  function find(positions: readonly Position[], direction: Direction): Input | null {
    const same = inputs.value.filter((input) => sameSet(input.positions, positions));
    return same.find((input) => input.direction === direction) ?? same[0] ?? null;
  }

  /** Return whether no listed way in this direction uses all these positions and more. */
  function isFull(input: Input): boolean {
    const rivals = inputs.value.filter((each) => each.direction === input.direction || input.positions.length === 1);
    return !rivals.some(
      (rival) =>
        rival.positions.length > input.positions.length &&
        input.positions.every((position) => rival.positions.includes(position)),
    );
  }

  function toggled(position: Position): Input | null {
    const way = chosen.value;
    if (way === null) return null;
    const positions = way.positions.includes(position)
      ? way.positions.filter((each) => each !== position)
      : [...way.positions, position];
    return positions.length === 0 ? null : find(positions, preferred.value ?? way.direction);
  }

  return {
    word,
    ways,
    chosen,
    hopeless,
    best,
    others,
    write,
    type: (letter) => write(word.value + letter),
    erase: () => write(word.value.slice(0, -1)),
    turn(direction) {
      batch(() => {
        preferred.value = direction;
        picked.value = null;
      });
    },
    next() {
      const { all, at } = others.value;
      picked.value = all[(at + 1) % all.length] ?? null;
    },
    canToggle: (position) => toggled(position) !== null,
    toggle(position) {
      const way = chosen.value;
      const after = toggled(position);
      if (way === null || after === null) return;
      batch(() => {
        preferred.value ??= way.direction;
        picked.value = after;
      });
    },
    stop: stopAll([stopKeeping, stopAsking]),
  };
}

/** Compare ways: most stones first, then most closed safes. */
function worth(a: Input, b: Input): number {
  return b.positions.length - a.positions.length || b.closes.length - a.closes.length;
}

function sameSet(a: readonly Position[], b: readonly Position[]): boolean {
  return a.length === b.length && a.every((position) => b.includes(position));
}
