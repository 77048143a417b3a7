/** The rounds of a mission that is over, each as it was: told by the last view, since all hands are open then. */
import { countersOf, PLACE } from "./box";
import { keyOf } from "./geometry";
import { ACROSS, rims, type Facing } from "./nest";
import { squareAt } from "./squares";
import type { Lying, Round, View } from "./types.gen";
import { suitOf, type Suit } from "./words";

export interface Moment {
  /** What came of the round; null if the mission was given up before a piece was selected. */
  readonly round: Round | null;
  /** Who revealed first, and the cards in the order in which they were revealed. */
  readonly start: number;
  readonly cards: readonly string[];
  /** By seat, what was held when the round began. */
  readonly hands: readonly (readonly string[])[];
  readonly top: Suit;
  /** Skill counters left when the round began. */
  readonly counters: number;
  /** The pieces on the board after the round, the birds' edges then, and the pieces laid in it. */
  readonly board: readonly Lying[];
  readonly edges: readonly (readonly Facing[])[];
  readonly laid: readonly Lying[];
}

export const momentsOf = (view: View): readonly Moment[] => Array.from({ length: view.round }, (_, at) => momentOf(view, at));

function momentOf(view: View, at: number): Moment {
  const { rounds, mission } = view;
  const round = rounds[at] ?? null;
  const before = rounds.slice(0, at);
  const decided = before.at(-1)?.decision;
  const laidIn = (lying: Lying): number => rounds.map(({ pieces }) => pieces.includes(lying.piece)).lastIndexOf(true);
  const board = view.board.filter((lying) => laidIn(lying) <= at);
  return {
    round,
    start: round?.start ?? view.start,
    cards: round?.cards ?? view.revealed,
    hands: handsBefore(view, at),
    top: decided === undefined ? PLACE : suitOf(decided),
    counters: countersOf(mission.mode) - before.filter(({ skill }) => skill !== null).length,
    board,
    edges: edgesUnder(view, board),
    laid: board.filter((lying) => laidIn(lying) === at),
  };
}

/** What everybody held when a round began: what is left, and what was revealed since. */
function handsBefore({ hands, rounds, start, revealed }: View, at: number): readonly (readonly string[])[] {
  const since = [...rounds.slice(at), { start, cards: revealed }];
  return hands.map((left, seat) => {
    const later = since.flatMap((one) => one.cards.filter((_, place) => (one.start + place) % hands.length === seat));
    return [...later, ...(typeof left === "number" ? [] : left)].sort(inOrder);
  });
}

const ORDER = "POBGY";
const inOrder = (one: string, other: string): number =>
  ORDER.indexOf(one.charAt(0)) - ORDER.indexOf(other.charAt(0)) || one.localeCompare(other);

/** How the birds' edges were faced when only these pieces lay: pieces never move. */
function edgesUnder({ mission, edges }: View, board: readonly Lying[]): readonly (readonly Facing[])[] {
  const covered = new Set(board.flatMap(({ cells }) => cells.map((cell) => keyOf(squareAt(cell)))));
  return mission.birds.map((bird, number) =>
    rims(bird).map(({ row, column, side }, place) => {
      const [down, right] = ACROSS[side];
      return covered.has(keyOf([row + down, column + right])) ? (edges[number]?.[place] ?? "open") : "open";
    }),
  );
}
