/** The Kakapo in 30 seconds: cards in silence, pieces next to each other, a surrounded bird. */
import { Pieces, type LoosePiece } from "./loose_pieces";
import { Bird } from "./board/bird";

const CARDS: readonly LoosePiece[] = [
  { suit: "P", outline: "M0 0h44v66H0Z", bearer: [0.5, 1], lies: "translate(22 26) rotate(-8)" },
  { suit: "O", outline: "M0 0h44v66H0Z", bearer: [0.5, 1], lies: "translate(58 18)" },
  { suit: "G", outline: "M0 0h44v66H0Z", bearer: [0.5, 1], lies: "translate(94 20) rotate(8)" },
];
const BESIDE: readonly LoosePiece[] = [
  { suit: "P", outline: "M0 0h22v44h44v22H0Z", bearer: [0, 2], lies: "translate(38 20)" },
  { suit: "B", outline: "M0 0h44v44H0Z", bearer: [1, 0], lies: "translate(60 20)" },
];
const ROUND: readonly LoosePiece[] = [
  { suit: "P", outline: "M0 0h22v66H0Z", bearer: [0, 1], lies: "translate(36 18)" },
  { suit: "O", outline: "M0 0h66v22H0Z", bearer: [1, 0], lies: "translate(58 62)" },
  { suit: "G", outline: "M0 0h22v44H0Z", bearer: [0, 0], lies: "translate(102 18)" },
  { suit: "B", outline: "M0 0h44v22H0Z", bearer: [0, 0], lies: "translate(58 0)" },
];

const Ground = () => <rect width="160" height="104" class="wash-kakapo" />;

function Silence() {
  return (
    <>
      <Ground />
      <Pieces pieces={CARDS} />
    </>
  );
}

function Beside() {
  return (
    <>
      <Ground />
      <Pieces pieces={BESIDE} />
    </>
  );
}

function Surrounded() {
  return (
    <>
      <Ground />
      <Pieces pieces={ROUND} />
      <g transform="translate(62 20) scale(0.42)">
        <Bird awake />
      </g>
    </>
  );
}

export const glance = [Silence, Beside, Surrounded];
