/** Word Bank in 30 seconds: a word takes stones to the safes, a full safe is locked, and the fewest stones win. */
import { Shape } from "@shell/ui/tokens";
import { SafeArt, type Socket } from "./safe";

const free: Socket = { seat: null, look: "empty" };
const stone = (seat: number): Socket => ({ seat, look: "stone" });

interface SafeProps {
  readonly letter: string;
  readonly sockets: readonly Socket[];
  readonly at: readonly [x: number, y: number];
  readonly size: number;
}

const Safe = ({ letter, sockets, at: [x, y], size }: SafeProps) => (
  <g class="safe" transform={`translate(${x} ${y}) scale(${size})`}>
    <SafeArt letter={letter} sockets={sockets} />
  </g>
);

function Word() {
  return (
    <>
      <rect width="160" height="104" class="wash-bank" />
      {["C", "A", "T"].map((letter, at) => (
        <Safe key={letter} letter={letter} sockets={[stone(0), free]} at={[30 + 50 * at, 52]} size={0.42} />
      ))}
    </>
  );
}

function Locked() {
  return (
    <>
      <rect width="160" height="104" class="wash-bank" />
      <Safe letter="T" sockets={[stone(0), stone(1), stone(0)]} at={[48, 52]} size={0.66} />
      <path d="M92 52h40m-12 -12l12 12l-12 12" class="glance-arrow" />
    </>
  );
}

/** The stones left to two players. */
const LEFT = [2, 6] as const;

function Fewest() {
  return (
    <>
      <rect width="160" height="104" class="wash-bank" />
      {LEFT.map((count, seat) =>
        Array.from({ length: count }, (_, at) => (
          <g key={`${seat} ${at}`} transform={`translate(${22 + 22 * at} ${32 + 40 * seat})`}>
            <Shape seat={seat} />
          </g>
        )),
      )}
      <path d="M92 32l10 10l22 -24" class="glance-arrow" />
    </>
  );
}

export const glance = [Word, Locked, Fewest];
