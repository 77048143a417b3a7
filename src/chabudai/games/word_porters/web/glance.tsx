/** Word Porters in 30 seconds: a porter with a word, porters on hints, points for words that are found. */
import { Card, Loaded } from "./loaded_porter";

const Ground = () => (
  <>
    <rect width="160" height="104" class="wash-porters" />
    <path d="M0 88Q40 80 80 86T160 84V104H0Z" class="fill-sand" />
  </>
);

function Hint() {
  return (
    <g class="porters-art">
      <Ground />
      <g transform="translate(42 97) scale(1.3)">
        <Loaded seat={0} />
      </g>
      <g transform="translate(112 46) rotate(6) scale(0.9)">
        <Card token={0} />
      </g>
    </g>
  );
}

function Guess() {
  return (
    <g class="porters-art">
      <Ground />
      {[0, 1, 2].map((seat) => (
        <g key={seat} transform={`translate(${32 + 48 * seat} 97) scale(1.15)`}>
          <Loaded seat={seat} />
        </g>
      ))}
    </g>
  );
}

function Found() {
  return (
    <g class="porters-art">
      <Ground />
      <g transform="translate(52 97) scale(1.3)">
        <Loaded seat={1} />
      </g>
      <path d="M96 50l14 14l28 -34" class="glance-arrow" />
    </g>
  );
}

export const glance = [Hint, Guess, Found];
