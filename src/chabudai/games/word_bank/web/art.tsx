/** Word Bank's picture on the front page: safes, two of them on the path of a word. */
import { SafeArt, type Socket } from "./safe";

const free: Socket = { seat: null, look: "empty" };
const stone = (seat: number): Socket => ({ seat, look: "stone" });

const SAFES: readonly { readonly letter: string; readonly sockets: readonly Socket[]; readonly y: number }[] = [
  { letter: "W", sockets: [stone(0), free], y: 84 },
  { letter: "O", sockets: [stone(1), stone(0), free], y: 96 },
  { letter: "R", sockets: [stone(2), free, free], y: 96 },
  { letter: "D", sockets: [stone(3), stone(1), stone(0)], y: 84 },
];

export function Art() {
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-bank" />
      {SAFES.map(({ letter, sockets, y }, at) => (
        <g
          key={letter}
          class={at === 1 || at === 2 ? "safe on-path" : "safe"}
          transform={`translate(${46 + 76 * at} ${y}) rotate(${6 - 4 * at}) scale(0.64)`}
        >
          <SafeArt letter={letter} sockets={sockets} />
        </g>
      ))}
    </svg>
  );
}
