/** A letter card, drawn like a manuscript page: a border of knotwork, an oval with red dots, and the letter. */
import { render } from "preact";
import { addDefinitions } from "@shell/ui/svg_definitions";
import { LETTERS, outline } from "./glyphs";
import { paint, pointsOf } from "./faces";
import { AGAIN, OVER, UNDER } from "./card_border";

const DOTS = Array.from({ length: 22 }, (_, at) => {
  const turn = (at * Math.PI) / 11;
  return `M${(50 + 34.5 * Math.cos(turn)).toFixed(1)} ${(69 + 40 * Math.sin(turn)).toFixed(1)}h.01`;
}).join("");

const strand = (path: string, look: string): string =>
  `<path d="${path}" class="strand-rim"/><path d="${path}" class="${look}"/>`;

/** Add the SVG parts that all cards share to the page. */
export function addCardParts(): void {
  addDefinitions("letter-cards", () => {
    const letters = LETTERS.map((letter) => `<path id="letter-${letter}" d="${outline(letter)}" class="nib"/>`);
    const knot =
      strand(UNDER, "strand-one") +
      `<path d="${OVER}" class="strand-space"/>${strand(OVER, "strand-two")}` +
      `<path d="${AGAIN}" class="strand-space"/>${strand(AGAIN, "strand-one")}`;
    return (
      `${letters.join("")}<g id="leaf"><rect x="1.5" y="1.5" width="97" height="137" rx="11" class="leaf"/>${knot}` +
      `<ellipse cx="50" cy="69" rx="30" ry="35" class="wash"/><path d="${DOTS}" class="dots"/></g>`
    );
  });
}

/** The picture of a card. It is hidden from screen readers, so the element around it must name the card. */
export function CardArt({ face }: { readonly face: string }) {
  const double = face.length > 1;
  return (
    <svg class={`letter-card paint-${paint(face)}`} viewBox="0 0 100 140" aria-hidden="true">
      <use href="#leaf" />
      {[...face].map((letter, at) => (
        <use key={at} href={`#letter-${letter}`} transform={place(double, at)} />
      ))}
      <rect x="12" y="11.5" width={double ? 37 : 25} height="25" rx="5" class="corner" />
      <text x={double ? 30.5 : 24.5} y="31" class="plain-letter">
        {face}
      </text>
      <rect x="56" y="105" width="33" height="24" rx="5" class="worth" />
      <text x="72.5" y="123.5" class="points">
        {pointsOf(face)}
      </text>
    </svg>
  );
}

function place(double: boolean, at: number): string {
  return double ? `translate(${10 + 37 * at} 44) scale(0.4 0.5)` : "translate(16 33) scale(0.68)";
}

/** The back of a card. */
export function CardBack() {
  return (
    <svg class="letter-card" viewBox="0 0 100 140" aria-hidden="true">
      <rect x="1.5" y="1.5" width="97" height="137" rx="11" class="back" />
      <rect x="9" y="9" width="82" height="122" rx="6" class="back-line" />
      <path d="M50 24 82 70 50 116 18 70ZM50 42 69 70 50 98 31 70Z" class="back-rim" />
      <path d="M50 24 82 70 50 116 18 70ZM50 42 69 70 50 98 31 70Z" class="back-knot" />
      <circle cx="50" cy="70" r="8" class="back-eye" />
    </svg>
  );
}

/** Return a card as a separate element, for animations. Null shows the back of a card. */
export function picture(face: string | null): Element {
  const box = document.createElement("div");
  render(face === null ? <CardBack /> : <CardArt face={face} />, box);
  return box;
}
