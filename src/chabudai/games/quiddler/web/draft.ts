/** This seat's cards as arranged by the player: rows that may become words, and the rest. Not sent to the server. */
import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { stopAll } from "@shell/platform/dispose";
import { latestInTurn } from "@shell/state/typed_table";
import { worth } from "./faces";
import type { Held } from "./hand_card";
import { keepDraft } from "./draft_storage";
import type { Play, Task } from "./table";

/** A place for a card: a row (the one after the last begins a word), a place in the hand, or the discard. */
export type Spot =
  | { readonly kind: "row"; readonly row: number; readonly at: number }
  | { readonly kind: "hand"; readonly at: number }
  | { readonly kind: "discard" };

export type Order = "letters" | "points" | "mixed";

export interface Draft {
  /** All cards of the hand, in the player's order. */
  readonly hand: ReadonlySignal<readonly Held[]>;
  /** The rows with cards. */
  readonly rows: ReadonlySignal<readonly (readonly Held[])[]>;
  /** The index of the row for taps and typed letters. If it equals the number of rows, a new row begins. */
  readonly active: ReadonlySignal<number>;
  readonly loose: ReadonlySignal<readonly Held[]>;
  /** The card in the slot for the discard. */
  readonly slotted: ReadonlySignal<Held | null>;
  /** Whether the next tapped card goes into the slot for the discard. */
  readonly choosing: ReadonlySignal<boolean>;
  /** The id of the card that was just drawn, if any. */
  readonly fresh: ReadonlySignal<number | null>;
  /** Letters typed for the active row. `spells` is whether the cards can spell them, or null until it is known. */
  readonly typed: ReadonlySignal<string>;
  readonly spells: ReadonlySignal<boolean | null>;
  /** Whether the letters were typed after the table's last step. Older input is out of date. */
  readonly typing: ReadonlySignal<boolean>;
  /** The number of ways to spell the letters with these cards, and the index of the one shown. */
  readonly ways: ReadonlySignal<{ readonly count: number; readonly at: number }>;
  readonly words: ReadonlySignal<readonly (readonly string[])[]>;
  /** The card that would be discarded: the one in the slot, one alone in its row, or the only one left. */
  readonly candidate: ReadonlySignal<Held | null>;
  /** The cards that are neither in a word nor the candidate for the discard. */
  readonly rest: ReadonlySignal<readonly Held[]>;
  readonly tap: (id: number) => void;
  /** Start or stop choosing the card to discard. */
  readonly choose: (choosing: boolean) => void;
  readonly activate: (row: number) => void;
  readonly type: (letter: string) => void;
  readonly erase: () => void;
  readonly next: () => void;
  readonly clear: () => void;
  readonly move: (id: number, spot: Spot) => void;
  readonly arrange: (order: Order) => void;
  /** Return a function that restores the current rows. It may be called only while the hand stays the same. */
  readonly remember: () => () => void;
  readonly stop: () => void;
}

const LONGEST = 40;

export function openDraft(play: Play): Draft {
  const kept = keepDraft(play);
  const hand = signal<readonly Held[]>([]);
  const places = signal<readonly (readonly number[])[]>([]);
  const active = signal(0);
  const slot = signal<number | null>(null);
  const choosing = signal(false);
  const fresh = signal<number | null>(null);
  const typed = signal("");
  const found = signal<{ readonly word: string; readonly ways: readonly (readonly string[])[] } | null>(null);
  const wayAt = signal(0);
  /** The step when the last letter was typed. */
  const typedAt = signal(0);
  let lastId = 0;
  let round = 0;
  let before: Task | null = null;

  const held = (id: number): Held | undefined => hand.value.find((card) => card.id === id);
  const rows = computed(() => places.value.map((row) => row.flatMap((id) => held(id) ?? [])));
  const loose = computed(() => {
    const used = new Set([...places.value.flat(), slot.value]);
    return hand.value.filter((card) => !used.has(card.id));
  });
  const slotted = computed(() => held(slot.value ?? -1) ?? null);
  const candidate = computed(() => {
    if (slotted.value !== null) return slotted.value;
    const alone = rows.value.map((row) => (row.length === 1 ? (row[0] ?? null) : null));
    const chosen = alone[active.value] ?? alone.filter((card) => card !== null).at(-1) ?? null;
    if (chosen !== null) return chosen;
    if (play.task.value === "last") return dearest(loose.value);
    return loose.value.length === 1 ? (loose.value[0] ?? null) : null;
  });
  const words = computed(() => rows.value.filter((row) => row.length > 1));
  const rest = computed(() => {
    const used = new Set([...words.value.flat(), candidate.value].map((card) => card?.id));
    return hand.value.filter((card) => !used.has(card.id));
  });

  /** Adopt the table's hand: remaining cards keep their places, new ones go to the end. */
  function reconcile(faces: readonly string[], now: number): void {
    const before = now === round ? hand.peek() : [];
    const left = [...faces];
    const busy = new Set([...places.peek().flat(), slot.peek()]);
    const stay = new Set<number>();
    // Among equal cards, those in rows and in the slot stay.
    for (const card of [...before].sort((a, b) => Number(busy.has(b.id)) - Number(busy.has(a.id)))) {
      const at = left.indexOf(card.face);
      if (at < 0) continue;
      left.splice(at, 1);
      stay.add(card.id);
    }
    const came = left.map((face) => ({ id: ++lastId, face }));
    batch(() => {
      hand.value = [...before.filter((card) => stay.has(card.id)), ...came];
      fresh.value = now === round && came.length === 1 ? (came[0]?.id ?? null) : null;
      if (now !== round) {
        silent();
        const again = kept.restore(now, hand.value);
        hand.value = again.hand;
        slot.value = again.slot;
        arrange(again.rows, again.active);
        if (again.typed !== "") write(again.typed);
      } else {
        // Typed letters are cleared when a card that spells them has left the hand.
        if (places.peek()[active.peek()]?.some((id) => !stay.has(id))) silent();
        if (!stay.has(slot.peek() ?? -1)) slot.value = null;
        arrange(places.peek().map((row) => row.filter((id) => stay.has(id))), active.peek());
      }
    });
    round = now;
  }

  /** Set the rows, and drop empty ones. The active row stays the same. */
  function arrange(next: readonly (readonly number[])[], at: number): void {
    const gone = next.slice(0, at).filter((row) => row.length === 0).length;
    const full = next.filter((row) => row.length > 0);
    places.value = full;
    active.value = next[at]?.length === 0 ? full.length : Math.min(at - gone, full.length);
  }

  /** Return the rows without a card, and remove it from the slot. */
  function without(id: number): readonly (readonly number[])[] {
    if (slot.peek() === id) slot.value = null;
    return places.peek().map((row) => row.filter((each) => each !== id));
  }

  function write(letters: string): void {
    typed.value = letters;
    typedAt.value = play.table.shown.peek()?.seq ?? 0;
    spelling.ask(letters);
  }

  const silent = (): void => {
    spelling.drop();
    typed.value = "";
    found.value = null;
    wayAt.value = 0;
  };

  /** Put the chosen spelling of the typed letters into the active row. */
  function lay(): void {
    const way = found.value?.ways[wayAt.value];
    if (way === undefined) return;
    const own = places.peek()[active.peek()] ?? [];
    const free = [...loose.peek().map((card) => card.id), ...own, slot.peek() ?? -1];
    const ids = way.flatMap((face) => {
      const at = free.findIndex((id) => held(id)?.face === face);
      return at < 0 ? [] : free.splice(at, 1);
    });
    if (ids.includes(slot.peek() ?? -1)) slot.value = null;
    const next = [...places.peek()];
    next[active.peek()] = ids;
    places.value = next;
  }

  const spelling = latestInTurn(
    (word: string) => {
      const own = rows.peek()[active.peek()] ?? [];
      const spare = slotted.peek();
      const cards = [...loose.peek(), ...own, ...(spare ? [spare] : [])].map((card) => card.face);
      return play.ask({ type: "pick", word, cards }, "picked");
    },
    (answer, word) => {
      if (answer === null) return;
      batch(() => {
        found.value = { word, ways: answer.ways };
        wayAt.value = 0;
        lay();
      });
    },
  );

  function discarding(id: number): void {
    arrange(without(id), active.peek());
    slot.value = id;
    choosing.value = false;
  }

  const stops = [
    effect(() => reconcile(play.hand.value, play.view.value.round)),
    // A turn begins with a new row, so that the next tap picks a discard or begins a word.
    play.task.subscribe((task) => {
      const acts = task === "act" || task === "last";
      const [began, ended] = [acts && before !== null, !acts && (before === "act" || before === "last")];
      before = task;
      batch(() => {
        choosing.value = false;
        if (ended) slot.value = null;
        if (!began) return;
        silent();
        active.value = places.peek().length;
      });
    }),
    effect(() => {
      const [rowsNow, slotNow] = [places.value, slot.value];
      kept.keep(play.view.value.round, { hand: hand.value, rows: rowsNow, slot: slotNow, active: active.value, typed: typed.value });
    }),
  ];

  return {
    hand,
    rows,
    active,
    loose,
    slotted,
    choosing,
    fresh,
    typed,
    candidate,
    rest,
    words: computed(() => words.value.map((row) => row.map((card) => card.face))),
    typing: computed(() => typed.value !== "" && typedAt.value === play.table.shown.value?.seq),
    spells: computed(() => (found.value?.word === typed.value ? found.value.ways.length > 0 : null)),
    ways: computed(() => ({ count: found.value?.ways.length ?? 0, at: wayAt.value })),
    tap(id) {
      batch(() => {
        silent();
        if (choosing.peek()) {
          discarding(id);
          return;
        }
        if (slot.peek() === id || places.peek().some((row) => row.includes(id))) {
          arrange(without(id), active.peek());
          return;
        }
        const next = [...places.peek()];
        next[active.peek()] = [...(next[active.peek()] ?? []), id];
        places.value = next;
      });
    },
    choose: (next) => (choosing.value = next),
    activate(row) {
      batch(() => {
        silent();
        active.value = Math.min(row, places.peek().length);
      });
    },
    type(letter) {
      const row = rows.peek()[active.peek()] ?? [];
      const begun = typed.value === "" ? row.map((card) => card.face).join("") : typed.value;
      if (begun.length >= LONGEST) return;
      write(begun + letter);
    },
    erase() {
      batch(() => {
        if (typed.value.length > 1) {
          write(typed.value.slice(0, -1));
          return;
        }
        const letter = typed.value !== "";
        silent();
        const last = places.peek().length - 1;
        const at = Math.min(active.peek(), letter ? active.peek() : last);
        const row = places.peek()[at];
        if (row === undefined) return;
        const next = [...places.peek()];
        next[at] = letter ? [] : row.slice(0, -1);
        arrange(next, at);
      });
    },
    next() {
      const count = found.value?.ways.length ?? 0;
      if (count < 2) return;
      batch(() => {
        wayAt.value = (wayAt.value + 1) % count;
        lay();
      });
    },
    clear() {
      batch(() => {
        silent();
        slot.value = null;
        choosing.value = false;
        arrange([], 0);
      });
    },
    move(id, spot) {
      batch(() => {
        silent();
        if (spot.kind === "discard") {
          discarding(id);
          return;
        }
        const next = without(id).map((row) => [...row]);
        const at = active.peek();
        if (spot.kind === "hand") {
          const others = hand.peek().filter((card) => card.id !== id);
          const before = loose.peek().filter((card) => card.id !== id)[spot.at];
          const place = before === undefined ? others.length : others.indexOf(before);
          const card = held(id);
          if (card) hand.value = [...others.slice(0, place), card, ...others.slice(place)];
          arrange(next, at);
        } else {
          const row = next[spot.row] ?? [];
          row.splice(spot.at, 0, id);
          next[spot.row] = row;
          arrange(next, spot.row);
        }
      });
    },
    arrange(order) {
      const by = {
        letters: (a: Held, b: Held): number => a.face.localeCompare(b.face),
        points: (a: Held, b: Held): number => worth([b.face]) - worth([a.face]) || a.face.localeCompare(b.face),
      };
      hand.value = order === "mixed" ? mixed(hand.value) : [...hand.value].sort(by[order]);
    },
    remember() {
      const [rowsNow, at, slotNow] = [places.peek(), active.peek(), slot.peek()];
      return () => {
        slot.value = slotNow;
        arrange(rowsNow, at);
      };
    },
    stop: stopAll(stops),
  };
}

/** Return whether all cards except the discard are in words. */
export function isOut({ words, candidate, rest }: Draft): boolean {
  return words.value.length > 0 && candidate.value !== null && rest.value.length === 0;
}

function dearest(cards: readonly Held[]): Held | null {
  return cards.reduce<Held | null>((best, card) => (best && worth([best.face]) >= worth([card.face]) ? best : card), null);
}

function mixed(cards: readonly Held[]): readonly Held[] {
  const left = [...cards];
  return cards.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as Held);
}
