/** The picture of Tall Tales on the front page: two cards, one of them hidden. */
import { CardArt } from "./card";

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="104" class="wash-tales" />
      <g transform="translate(88 14) rotate(-6)">
        <CardArt number={3} />
      </g>
      <g transform="translate(172 8) rotate(6)">
        <CardArt number={null} />
      </g>
    </svg>
  );
}
