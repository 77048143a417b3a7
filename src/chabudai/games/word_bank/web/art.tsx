/** Word Bank's pictures on the front page: three safes, two of them on the path of a word, and a recorded move. */
import type { RecordedMove } from "@shell/state/landing_card";
import { Scene, seats } from "./front_page_move";
import { SafeArt, type Socket } from "./safe";

const free: Socket = { seat: null, look: "empty" };
const stone = (seat: number): Socket => ({ seat, look: "stone" });

const SAFES: readonly { readonly letter: string; readonly sockets: readonly Socket[] }[] = [
  { letter: "B", sockets: [stone(0), free] },
  { letter: "A", sockets: [stone(1), stone(2), free] },
  { letter: "N", sockets: [free, free, free] },
  { letter: "K", sockets: [stone(3), stone(1), stone(0)] },
];

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="104" class="wash-bank" />
      {SAFES.map(({ letter, sockets }, at) => (
        <g
          key={letter}
          class={at === 1 || at === 2 ? "safe on-path" : "safe"}
          transform={`translate(${52 + 72 * at} 52) rotate(${6 - 4 * at}) scale(0.6)`}
        >
          <SafeArt letter={letter} sockets={sockets} />
        </g>
      ))}
    </svg>
  );
}

export const move: RecordedMove = { seats, Scene };

export { glance } from "./glance";
