/** The picture of Tall Tales on the front page: two cards, one of them hidden. */
import { CardArt } from "./card";

export function Art() {
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-tales" />
      <g transform="translate(92 42) rotate(-6)">
        <CardArt number={3} />
      </g>
      <g transform="translate(168 40) rotate(6)">
        <CardArt number={null} />
      </g>
    </svg>
  );
}
