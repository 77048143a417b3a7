/** The front page's table: people around it, a recorded move of the first game, and objects from the others. */
import { pictures } from "pictures";
import { Mark } from "../../ui/tokens";
import type { Point } from "../../state/landing_card";
import { Wood } from "../../stage/wood";
import { games } from "./games";
import { t } from "./words";

export { pictures };
export { ComeBack, Shelf } from "./shelf";
export { YourParties } from "./your_parties";

export const TABLE = { x: 380, y: 215, rx: 352, ry: 176 } as const;
/** The place of the move, and the places of the objects. */
const MIDDLE: Point = [380, 172];
const PLACES: readonly Point[] = [
  [222, 316],
  [392, 338],
  [548, 312],
];

/** Return the cushions around the far half of the table, from the left, in the order of turns. */
function cushions(seats: number): readonly Point[] {
  return Array.from({ length: seats }, (_, seat): Point => {
    const angle = ((198 + (144 * seat) / (seats - 1)) * Math.PI) / 180;
    return [TABLE.x + TABLE.rx * 0.98 * Math.cos(angle), TABLE.y + TABLE.ry * Math.sin(angle)];
  });
}

export function LowTable() {
  const shown = games.flatMap(({ game }) => pictures[game] ?? []);
  const move = shown.find((each) => each.move)?.move;
  const things = shown.filter((each) => each.move !== move).flatMap(({ Thing }) => Thing ?? []);
  const seats = cushions(move?.seats ?? 3);
  const names = t("scene.names").split(",");
  return (
    <svg viewBox="0 10 760 400" aria-hidden="true">
      <Wood {...TABLE} />
      {things.slice(0, PLACES.length).map((Thing, at) => (
        <g key={at} transform={`translate(${PLACES[at]?.join(" ") ?? ""})`}>
          <Thing />
        </g>
      ))}
      {seats.map(([x, y], seat) => (
        <g key={seat} transform={`translate(${x} ${y})`}>
          <rect x="-54" y="-21" width="108" height="42" rx="19" class={`sitter sitter-${seat}`} />
          <g transform="translate(-32 0) scale(1.2)" class="sitter-mark">
            <Mark seat={seat} />
          </g>
          <text x="-10" y="6" class="sitter-name">
            {names[seat]}
          </text>
        </g>
      ))}
      {move && (
        <g transform={`translate(${MIDDLE.join(" ")})`}>
          <move.Scene cushions={seats.map(([x, y]) => [x - MIDDLE[0], y - MIDDLE[1]])} />
        </g>
      )}
    </svg>
  );
}

