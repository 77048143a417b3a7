// The shared game of the peers' servers: 118 cards, three in each of four hands, as in the first round.

export const SEATS = 4;
export const HAND = 3;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @returns {string[]} as many cards as Quiddler's deck has, in order */
export function deck() {
  return Array.from({ length: 118 }, (_, number) => LETTERS[number % LETTERS.length]);
}

/** @param {string[]} cards @returns {string[]} the cards in random order */
export function shuffled(cards) {
  const mixed = [...cards];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
