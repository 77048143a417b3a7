/** The scoreboard: a path of 0 to 20. Past 20 a disc is turned to its +20 side and begins again (WP-40). */
import { nameAt } from "@shell/state/player_names";
import { Shape } from "@shell/ui/tokens";
import { listed } from "@shell/i18n/language";
import type { Play } from "./table";
import { t } from "./words";

const ACROSS = 7;
const CELL = 42;
const TALL = 46;
const LAST = 20;
const SPACES = Array.from({ length: LAST + 1 }, (_, space) => space);
/** The positions of one or two discs in a space. */
const PLACES = [
  [[0, 5]],
  [
    [-9, 5],
    [9, 5],
  ],
] as const;
/** The positions of more discs, below the number of the space. */
const CROWD = [
  [-11, 0],
  [0, 0],
  [11, 0],
  [-11, 12],
  [0, 12],
  [11, 12],
] as const;

/** Return the middle of a space. The path turns at the end of each row. */
function middle(space: number): readonly [x: number, y: number] {
  const row = Math.floor(space / ACROSS);
  const along = space % ACROSS;
  return [CELL * ((row % 2 === 0 ? along : ACROSS - 1 - along) + 0.5), TALL * (row + 0.5)];
}

/** Return the space of a score, and whether its disc is turned. */
function standing(score: number): { readonly space: number; readonly turned: boolean } {
  return score > LAST ? { space: Math.min(score - LAST, LAST), turned: true } : { space: score, turned: false };
}

export function Track({ play, scores }: { readonly play: Play; readonly scores: readonly number[] }) {
  const labels = scores.map((score, seat) => t("track.of", { name: nameAt(play.table, seat), n: score }));
  const path = SPACES.map((space) => middle(space).join(" ")).join("L");
  return (
    <svg class="score-track" viewBox={`0 0 ${CELL * ACROSS} ${TALL * 3}`} role="img" aria-label={`${t("track")}: ${listed(labels)}`}>
      <path d={`M${path}`} class="track-path" />
      {SPACES.map((space) => {
        const [x, y] = middle(space);
        return (
          <g key={space} transform={`translate(${x} ${y})`}>
            <rect x="-18" y="-20" width="36" height="40" rx="8" class={space % 5 === 0 ? "space fifth" : "space"} />
            <text class="space-number" x="-13" y="-9">
              {space}
            </text>
          </g>
        );
      })}
      {scores.map((_, seat) => (
        <Disc key={seat} seat={seat} scores={scores} />
      ))}
    </svg>
  );
}

function Disc({ seat, scores }: { readonly seat: number; readonly scores: readonly number[] }) {
  const here = standing(scores[seat] ?? 0);
  const together = scores.flatMap((score, other) => (standing(score).space === here.space ? [other] : []));
  const places = PLACES[together.length - 1] ?? CROWD;
  const [dx, dy] = places[together.indexOf(seat)] ?? [0, 3];
  const [x, y] = middle(here.space);
  return (
    <g class="track-disc" style={{ transform: `translate(${x + dx}px, ${y + dy}px)` }}>
      <g transform={together.length > PLACES.length ? "scale(0.44)" : "scale(0.66)"}>
        <Shape seat={seat} />
      </g>
      {here.turned && (
        <g transform="translate(0 6)">
          <rect x="-8.5" y="-4.5" width="17" height="9" rx="3" class="under" />
          <text class="under-number turned" y="2.7" text-anchor="middle">
            +20
          </text>
        </g>
      )}
    </g>
  );
}
