/** A table typed with a game's own types. The server sends the types that the game's types.gen.ts declares. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Table } from "./table";

interface Tagged {
  readonly type: string;
}

export type Story<Event> = readonly (readonly Event[])[];

/** Return the event that ended the game, if it has ended. */
export function endedIn<Event extends Tagged>(story: Story<Event>): Extract<Event, { type: "ended" }> | null {
  const ended = (event: Event): event is Extract<Event, { type: "ended" }> => event.type === "ended";
  return story.flat().find(ended) ?? null;
}

/** Call `then` when the game ends, but not if it has already ended. */
export function onceEnded<Event extends Tagged>(
  story: ReadonlySignal<Story<Event>>,
  then: (end: Extract<Event, { type: "ended" }>) => void,
): () => void {
  let known = endedIn(story.peek()) !== null;
  return effect(() => {
    const end = endedIn(story.value);
    if (end !== null && !known) then(end);
    known = end !== null;
  });
}

/** Asks a question. Resolves to null if it was refused, or if the answer is of an unexpected type. */
export type Ask<Question, Answer extends Tagged> = <T extends Answer["type"]>(
  question: Question,
  expected: T,
) => Promise<Extract<Answer, { type: T }> | null>;

export interface Typed<View, Action, Event, Question = never, Answer extends Tagged = never> {
  readonly table: Table;
  readonly seat: ReadonlySignal<number | null>;
  readonly view: ReadonlySignal<View>;
  readonly legal: ReadonlySignal<readonly Action[]>;
  readonly story: ReadonlySignal<Story<Event>>;
  readonly act: (action: Action) => void;
  readonly ask: Ask<Question, Answer>;
}

export function typed<View, Action, Event, Question = never, Answer extends Tagged = never>(
  table: Table,
): Typed<View, Action, Event, Question, Answer> {
  let known: unknown;
  return {
    table,
    seat: table.seat,
    // A screen that is being removed, because the curtain was closed, keeps its last view.
    view: computed(() => (known = table.shown.value?.view ?? known) as View),
    legal: computed(() => (table.shown.value?.legal ?? []) as readonly Action[]),
    story: computed(() => table.story.value.map((told) => told.events as readonly Event[])),
    act: table.act,
    async ask(question, expected) {
      const answer = (await table.ask(question)) as Answer | null;
      return answer?.type === expected ? (answer as Extract<Answer, { type: typeof expected }>) : null;
    },
  };
}

/** A question asked repeatedly, where only the newest answer counts. */
export interface Latest<Given extends readonly unknown[]> {
  readonly ask: (...given: Given) => void;
  /** Ignore the answers to all earlier questions. */
  readonly drop: () => void;
}

/** Return a question that calls `hear` with the answer and the question's arguments, unless a newer question was
 * asked in between. */
export function latest<Given extends readonly unknown[], Answer>(
  question: (...given: Given) => Promise<Answer>,
  hear: (answer: Answer, ...given: Given) => void,
): Latest<Given> {
  let newest = 0;
  return {
    ask(...given) {
      const now = ++newest;
      void question(...given).then((answer) => {
        if (now === newest) hear(answer, ...given);
      });
    },
    drop() {
      newest++;
    },
  };
}

/** Like `latest`, but with one question at a time: questions asked before an answer wait, and only the newest of
 * them is sent. */
export function latestInTurn<Given extends readonly unknown[], Answer>(
  question: (...given: Given) => Promise<Answer>,
  hear: (answer: Answer, ...given: Given) => void,
): Latest<Given> {
  let newest: Given | null = null;
  let busy = false;
  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    while (newest !== null) {
      const given: Given = newest;
      const answer = await question(...given);
      if (newest !== given) continue;
      newest = null;
      hear(answer, ...given);
    }
    busy = false;
  }
  return {
    ask(...given) {
      newest = given;
      void work();
    },
    drop() {
      newest = null;
    },
  };
}

/** A seat's cards in a view: the cards themselves, or only their number. */
export type Hand = readonly string[] | number;

/** Return the cards in a hand; none if only their number is known or the hand does not exist. */
export const cardsOf = (hand: Hand | undefined): readonly string[] => (typeof hand === "object" ? hand : []);

/** Return the number of cards in a hand. */
export const count = (hand: Hand): number => (typeof hand === "number" ? hand : hand.length);
