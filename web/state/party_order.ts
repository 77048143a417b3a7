/** The order of people in a party's score. */
import type { Party } from "../net/types.gen";

/** Return the numbers of the people who have played tonight, those with most wins first. */
export function byWins({ people, games, tonight }: Party): readonly number[] {
  const seats = games.slice(0, tonight).flatMap((game) => game.seats);
  const wins = (person: number): number => people[person]?.wins ?? 0;
  return [...people.keys()]
    .filter((number) => seats.some(({ person }) => person === number))
    .sort((one, other) => wins(other) - wins(one));
}
