/** The Kakapo's last picture: a clearing at night in the middle of the table, with the scanned birds. */
import type { Ending } from "@shell/state/game_screen";
import { Bird } from "../board/bird";
import type { Play } from "../table";
import { t } from "../words";

export function endingOf(play: Play): Ending {
  const { phase, edges, hands, mission, rounds, round, lacking } = play.view.value;
  const won = phase.type === "over" && phase.reason === "scanned";
  const birds = edges.filter((facing) => facing.every((each) => each === "right")).length;
  const Middle = () => (
    <g class={won ? "won" : "lost"}>
      <clipPath id="clearing">
        <ellipse rx="218" ry="92" />
      </clipPath>
      <g clip-path="url(#clearing)">
        <svg x="-226" y="-104" width="452" height="196">
          <Scene won={won} birds={birds} />
        </svg>
      </g>
      <ellipse rx="218" ry="92" class="clearing" />
    </g>
  );
  // A custom mission has no number.
  const feat = mission.number > 0 ? { feat: { name: `${mission.mode}/${mission.number}`, count: rounds.length } } : {};
  return {
    winners: won ? hands.map((_, seat) => seat) : [],
    scores: [],
    reported: "moments",
    verdict: t(won ? "end.won" : "end.lost"),
    caption: won ? t("end.rounds", { n: round }) : t("end.missing", { n: lacking ?? 0 }),
    Middle,
    ...feat,
  };
}

const STARS = [
  [18, 22],
  [52, 46],
  [96, 18],
  [226, 30],
  [262, 58],
  [300, 20],
  [150, 14],
] as const;

/** The birds' footprints, each with its direction in degrees. */
const TRAIL = [
  [40, 112, 70],
  [66, 104, 80],
  [92, 109, 76],
  [120, 100, 84],
  [148, 106, 80],
  [176, 97, 86],
  [202, 103, 82],
] as const;

/** A clearing at night. Scanned birds stand awake in the moonlight, and others watch from a bush. */
function Scene({ won, birds }: { readonly won: boolean; readonly birds: number }) {
  const shown = Math.min(birds, 5);
  return (
    <svg class="scene" viewBox="0 0 320 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="320" height="120" class="night" />
      {STARS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.3" class="twinkle" />
      ))}
      <circle cx="240" cy="44" r="15" class="moon" />
      <path d="M0 92Q60 74 130 88T320 78V120H0Z" class="hill" />
      <path d="M0 104Q90 92 180 102T320 96V120H0Z" class="hill near" />
      {won
        ? Array.from({ length: shown }, (_, at) => (
            <g key={at} class="stand" style={{ animationDelay: `${at * 120}ms` }}>
              <g transform={`translate(${160 + (at - (shown - 1) / 2) * 52 - 24} 58) scale(0.48)`}>
                <Bird awake />
              </g>
            </g>
          ))
        : TRAIL.map(([x, y, turn]) => (
            <path key={x} class="footprint" d="M0 6V-2M0 0-4.5-6M0 0 4.5-6M0-1V-7.5" transform={`translate(${x} ${y}) rotate(${turn})`} />
          ))}
      {!won && (
        <>
          <path d="M214 108q-4-22 14-24q4-18 22-14q14-14 28 0q20-2 18 18q16 6 10 20z" class="bush" />
          <path d="M242 90h.1M254 90h.1M276 96h.1M287 96h.1" class="watching-eyes" />
        </>
      )}
    </svg>
  );
}
