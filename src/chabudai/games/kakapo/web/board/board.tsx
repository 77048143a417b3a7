/** The board: twelve by twelve squares, birds and pieces, and the piece being placed. */
import { useEffect, useRef } from "preact/hooks";
import { nameAt } from "@shell/state/player_names";
import { Coordinates } from "./coordinates";
import { handling } from "./drag";
import { keyOf, outline, type Square } from "./geometry";
import { birdLabel } from "./mission";
import { Nest } from "./nest";
import { Piece, UNIT } from "./piece";
import { LINES, SIDE, SQUARES, squareAt } from "./squares";
import type { Screen } from "../status";
import type { View } from "../types.gen";
import { birdName, cardName, squareName, suitOf, t } from "../words";


export function Field({ screen }: { readonly screen: Screen }) {
  const { play, draft } = screen;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? handling(box.current, screen) : undefined), [screen]);
  const { mission, board, edges, rounds } = play.view.value;
  const placing = play.task.value === "place";
  const would = draft.legal.value ? draft.tried.value?.edges : undefined;
  const newest = board.length - 1;
  return (
    <div ref={box} class={placing ? "field placing" : "field"} data-testid="field" data-tried={draft.tried.value !== null} role="group" aria-label={t("board")}>
      <svg viewBox={`-1 -1 ${SIDE * UNIT + 2} ${SIDE * UNIT + 2}`} aria-hidden="true">
        <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-ground" />
        {placing && <Reach reach={draft.reach.value} />}
        <path d={LINES} class="field-lines" />
        <Coordinates />
        {board.map(({ piece, cells }, at) => (
          <Piece
            key={piece}
            suit={suitOf(piece)}
            squares={cells.map(squareAt)}
            look={at === newest && rounds.at(-1)?.pieces.includes(piece) ? "piece newest" : "piece"}
          />
        ))}
        {mission.birds.map((bird, at) => (
          <Nest key={at} bird={bird} facing={edges[at] ?? []} would={would?.[at]} label={birdLabel(mission, at)} />
        ))}
        <rect width={SIDE * UNIT} height={SIDE * UNIT} class="field-rim" />
        {placing && <Ghost screen={screen} />}
      </svg>
      <Squares screen={screen} />
    </div>
  );
}

/** The squares that the piece could cover in its present orientation. */
function Reach({ reach }: { readonly reach: ReadonlySet<string> }) {
  return (
    <g class="reach">
      {SQUARES.filter((square) => reach.has(keyOf(square))).map(([row, column]) => (
        <circle key={row * SIDE + column} cx={(column + 0.5) * UNIT} cy={(row + 0.5) * UNIT} r="3.4" />
      ))}
    </g>
  );
}

const named = ([row, column]: Square): string => squareName(row, column);

function Ghost({ screen: { draft, play } }: { readonly screen: Screen }) {
  const squares = draft.squares.value;
  const piece = draft.piece.value;
  if (piece === null || squares.length === 0) return null;
  const legal = draft.legal.value;
  const look = `phantom ${legal ? "legal" : "illegal"}${play.busy.value ? " sent" : ""}`;
  return (
    <g class={look} data-testid="ghost" data-piece={piece} data-legal={legal} data-squares={squares.map(named).join(" ")}>
      <Piece suit={suitOf(piece)} squares={squares} look="ghost-piece" />
      <g transform={`scale(${UNIT})`}>
        <path d={outline(squares)} class="ghost-rim" />
      </g>
      {squares
        .filter((square) => draft.offending.value.has(keyOf(square)))
        .map(([row, column]) => (
          <path
            key={row * SIDE + column}
            d={`M${column * UNIT + 8} ${row * UNIT + 8}l16 16m0-16-16 16`}
            class="ghost-cross"
          />
        ))}
    </g>
  );
}

/** A button on each square, for taps and screen readers. While no piece is being placed, it only names the contents. */
function Squares({ screen: { play, draft, focus } }: { readonly screen: Screen }) {
  const view = play.view.value;
  const there = contents(view, (seat) => nameAt(play.table, seat));
  const under = new Set(draft.squares.value.map(keyOf));
  const placing = play.task.value === "place";
  return (
    <div class="squares">
      {SQUARES.map((square, at) => {
        const [row, column] = square;
        const what = there.get(keyOf(square)) ?? t("square.free");
        const mine = placing && under.has(keyOf(square)) ? t("square.ghost") : "";
        return (
          <button
            key={at}
            type="button"
            class="square"
            data-square={squareName(row, column)}
            tabIndex={focus.value === at ? 0 : -1}
            aria-label={t("square", { name: squareName(row, column), what: `${what}${mine}` })}
            onFocus={() => (focus.value = at)}
          />
        );
      })}
    </div>
  );
}

function contents({ board, mission, rounds }: View, name: (seat: number) => string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  mission.birds.forEach(({ cells, edges }, at) => {
    for (const cell of cells) found.set(keyOf(cell), birdName(at));
    for (const edge of edges) {
      const key = keyOf([edge.row, edge.column]);
      const said = t("square.edge", { side: t(`side.${edge.side}`), suit: t(`suit.${edge.suit}`) });
      found.set(key, `${found.get(key) ?? ""}${said}`);
    }
  });
  for (const { piece, cells } of board) {
    // A piece that was put back may have been selected in several rounds. Use the last one.
    const by = rounds.filter((round) => round.pieces.includes(piece)).at(-1);
    const words = t("square.piece", { card: cardName(piece), name: name(by?.seat ?? 0) });
    for (const cell of cells) found.set(keyOf(squareAt(cell)), words);
  }
  return found;
}
