/** A table in the types of a game. The server sends what the game's types.gen.ts declares. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Table } from "./table";

interface Tagged {
  readonly type: string;
}

export type Story<Event> = readonly (readonly Event[])[];

/** The event with which the game ended, if it has. */
export function endedIn<Event extends Tagged>(story: Story<Event>): Extract<Event, { type: "ended" }> | null {
  const ended = (event: Event): event is Extract<Event, { type: "ended" }> => event.type === "ended";
  return story.flat().find(ended) ?? null;
}

/** Calls `then` when the game ends, but not if it has ended already. */
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

/** Asks a question. Resolves to null if it was refused, or answered with another type than was expected. */
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
  return {
    table,
    seat: table.seat,
    view: computed(() => {
      const shown = table.shown.value;
      if (shown === null) throw new Error("the screen opens when the table is dealt");
      return shown.view as View;
    }),
    legal: computed(() => (table.shown.value?.legal ?? []) as readonly Action[]),
    story: computed(() => table.story.value.map((told) => told.events as readonly Event[])),
    act: table.act,
    async ask(question, expected) {
      const answer = (await table.ask(question)) as Answer | null;
      return answer?.type === expected ? (answer as Extract<Answer, { type: typeof expected }>) : null;
    },
  };
}

/** A question that is put again and again, and of which only the newest answer counts. */
export interface Latest<Given extends readonly unknown[]> {
  readonly ask: (...given: Given) => void;
  /** No answer to what was asked so far is wanted any more. */
  readonly drop: () => void;
}

/** Calls `hear` with the answer, and with what was given to the question, unless something newer was asked before it came. */
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

/** The same with one question at a time: what is asked before an answer has come waits, and only the newest of it is put. */
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

/** The cards of a seat, as a view shows them: as they are, or only how many. */
export type Hand = readonly string[] | number;

/** The cards of a hand; none where only their number is known, or there is no hand. */
export const cardsOf = (hand: Hand | undefined): readonly string[] => (typeof hand === "object" ? hand : []);

/** How many cards a hand has. */
export const count = (hand: Hand): number => (typeof hand === "number" ? hand : hand.length);
