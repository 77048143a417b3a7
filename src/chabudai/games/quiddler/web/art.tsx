/** Quiddler's picture on the front page: a hand of cards. */
import { useEffect } from "preact/hooks";
import { CardArt, addCardParts } from "./card";

const HAND = ["QU", "I", "D", "D", "L", "ER"];

export function Art() {
  useEffect(addCardParts, []);
  return (
    <svg viewBox="0 0 320 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="170" class="wash-quiddler" />
      {HAND.map((face, at) => {
        const off = at - (HAND.length - 1) / 2;
        const turn = `translate(${160 + 46 * off} ${88 + 2.6 * off * off}) rotate(${5 * off})`;
        return (
          <g key={at} transform={turn}>
            <svg x="-34" y="-48" width="68" height="96">
              <CardArt face={face} />
            </svg>
          </g>
        );
      })}
    </svg>
  );
}
