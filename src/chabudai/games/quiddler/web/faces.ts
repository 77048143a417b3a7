/** Points and colours on the cards. */

/** Points of the cards, as in `components/cards.py`. */
const POINTS: Readonly<Record<string, number>> = {
  A: 2, B: 8, C: 8, D: 5, E: 2, F: 6, G: 6, H: 7, I: 2, J: 13, K: 8, L: 3, M: 5, N: 5, O: 2, P: 6,
  Q: 15, R: 5, S: 3, T: 3, U: 4, V: 11, W: 10, X: 12, Y: 4, Z: 14, QU: 9, IN: 7, ER: 7, TH: 9, CL: 10,
};

export const pointsOf = (face: string): number => POINTS[face] ?? 0;

/** Return the sum of the points of some cards. */
export const worth = (faces: readonly string[]): number => faces.reduce((sum, face) => sum + pointsOf(face), 0);

/** Return the index of a card's set of colours, from 0 to 4. */
export const paint = (face: string): number => (face.charCodeAt(0) * 3 + face.length) % 5;
