/** The Kakapo's pictures on the front page: the bird and some scanner pieces. */
import { Bird } from "./board/bird";
import { Pieces, type LoosePiece } from "./loose_pieces";

const PIECES: readonly LoosePiece[] = [
  { suit: "P", outline: "M0 0h22v44h44v22H0Z", bearer: [0, 2], lies: "translate(22 22) rotate(-6)" },
  { suit: "B", outline: "M0 0h66v44H44V22H0Z", bearer: [2, 0], lies: "translate(226 14) rotate(7)" },
  { suit: "G", outline: "M0 0h22v22H0Z", bearer: [0, 0], lies: "translate(94 14) rotate(12)" },
  { suit: "O", outline: "M0 0h44v22H0Z", bearer: [1, 0], lies: "translate(204 70) rotate(-4)" },
];
const BESIDE: readonly LoosePiece[] = [
  { suit: "O", outline: "M0 0h22v22h22v22H0Z", bearer: [0, 1], lies: "translate(-76 -18) rotate(-5)" },
  { suit: "B", outline: "M0 0h66v22H0Z", bearer: [1, 0], lies: "translate(34 4) rotate(6)" },
];

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="104" class="wash-kakapo" />
      <Pieces pieces={PIECES} />
      <g transform="translate(116 8) scale(0.88)">
        <Bird awake />
      </g>
    </svg>
  );
}

export function Thing() {
  return (
    <>
      <Pieces pieces={BESIDE} />
      <g transform="translate(-36 -42) scale(0.72)">
        <Bird awake />
      </g>
    </>
  );
}

export { glance } from "./glance";
