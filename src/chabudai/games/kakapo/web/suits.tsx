/** The five suits. Each has a colour, a pattern and a shape, so that they also differ without colour. */
import { addDefinitions } from "@shell/ui/svg_definitions";
import type { Suit } from "./words";

export const SUITS: readonly Suit[] = ["P", "O", "B", "G", "Y"];

/** A suit's colour and its pattern, on 8 by 8 units. */
const CLOTH: Readonly<Record<Suit, readonly [colour: string, pattern: string]>> = {
  P: ["#9942ec", '<path d="M0 4 4 0 8 4 4 8Z" fill="none" stroke="#fff" stroke-opacity=".5"/>'],
  O: ["#ec7903", '<circle cx="4" cy="4" r="1.5" fill="#14202b" fill-opacity=".5"/>'],
  B: ["#74c7fd", '<path d="M-2 2 2-2M0 8 8 0M6 10 10 6" stroke="#14202b" stroke-opacity=".5" stroke-width="1.2"/>'],
  G: ["#17552a", '<path d="M0 4H8M4 0V8" stroke="#fff" stroke-opacity=".45"/>'],
  Y: ["#fcf45f", '<path d="M0 2H8M0 6H8" stroke="#14202b" stroke-opacity=".36"/>'],
};

/** The shape of each suit around the origin, about 18 units wide. */
const SHAPES: Readonly<Record<Suit, string>> = {
  P: "M0-9.5 8-0 0 9.5-8 0Z",
  O: "M0-8.2A8.2 8.2 0 1 1 0 8.2A8.2 8.2 0 1 1 0-8.2Z",
  B: "M0-9 9.2 7H-9.2Z",
  G: "M-7.3-7.3H7.3V7.3H-7.3Z",
  Y: "M0-10 2.6-3.2 9.6-3 4 1.6 6 8.6 0 4.6-6 8.6-4 1.6-9.6-3-2.6-3.2Z",
};

/** Add the suits' patterns to the page. */
export function addPatterns(): void {
  addDefinitions("kakapo-suits", () => SUITS.map(patternOf).join(""));
}

function patternOf(suit: Suit): string {
  const [colour, pattern] = CLOTH[suit];
  const field = `<rect width="8" height="8" fill="${colour}"/>${pattern}`;
  return `<pattern id="cloth-${suit}" width="8" height="8" patternUnits="userSpaceOnUse">${field}</pattern>`;
}

export const cloth = (suit: Suit): string => `url(#cloth-${suit})`;

/** A suit's shape inside a picture, with the width `size`. */
export function SuitShape({ suit, x, y, size }: { readonly suit: Suit; readonly x: number; readonly y: number; readonly size: number }) {
  return <path d={SHAPES[suit]} class="suit-shape" transform={`translate(${x} ${y}) scale(${size / 18})`} />;
}

/** A suit's mark for use in text. The text must name the suit. */
export function SuitMark({ suit }: { readonly suit: Suit }) {
  return (
    <svg class="suit-mark" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="5" fill={cloth(suit)} class="rim" />
      <SuitShape suit={suit} x={12} y={12} size={13} />
    </svg>
  );
}
