/** The end: all birds awake, or off into the night; the board as it lies; how it went, hands open. */
import { Again } from "@shell/frame/again";
import { Bird } from "./bird";
import { Picture } from "./picture";
import { NextMission } from "./next";
import { Review } from "./review";
import type { Play } from "./table";
import { ended } from "./tell";
import { t } from "./words";

export function End({ play }: { readonly play: Play }) {
  const view = play.view.value;
  const { phase, mission, edges } = view;
  if (phase.type !== "over") return null;
  const won = phase.reason === "scanned";
  const missing = edges.flat().filter((facing) => facing !== "right").length;
  return (
    <div class={won ? "kakapo-end won" : "kakapo-end lost"} data-testid="end-table" data-won={won}>
      <Scene won={won} birds={mission.birds.length} />
      <h2>{t(won ? "end.won" : "end.lost")}</h2>
      <p>{ended(phase)}</p>
      {!won && <p class="note">{t("end.missing", { n: missing })}</p>}
      <div class="end-columns">
        <Picture mission={mission} board={view.board} edges={edges} label={t("board.end")} />
        <Review play={play} />
      </div>
      <NextMission play={play} />
      <Again table={play.table} />
    </div>
  );
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

/** A clearing at night. Birds that were found stand awake in the moonlight; others fly off. */
function Scene({ won, birds }: { readonly won: boolean; readonly birds: number }) {
  const shown = Math.min(birds, 5);
  return (
    <svg class="scene" viewBox="0 0 320 120" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="320" height="120" class="night" />
      {STARS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.3" class="twinkle" />
      ))}
      <circle cx="268" cy="34" r="17" class="moon" />
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
        : Array.from({ length: shown }, (_, at) => (
            <path
              key={at}
              class="flown"
              d="M-16-3Q-8-10 0 0Q8-10 16-3Q8-5 3 5Q0 8-3 5Q-8-5-16-3Z"
              transform={`translate(${70 + at * 42} ${58 - 9 * at}) rotate(-8) scale(${1 - 0.1 * at})`}
            />
          ))}
    </svg>
  );
}
