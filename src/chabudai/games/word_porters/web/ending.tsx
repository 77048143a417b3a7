/** Word Porters' last picture: each seat's porters, one for every few points. */
import type { Ending } from "@shell/state/game_screen";
import { endedIn } from "@shell/state/typed_table";
import { Figure } from "./porter";
import type { Play } from "./table";
import { t } from "./words";

/** The number of points per porter. */
const LOAD = 4;
const MOST = 5;
const APART = 26;

export function endingOf(play: Play): Ending {
  const end = endedIn(play.story.value);
  const { winners = [], scores = [] } = end?.outcome ?? {};
  const Won = ({ seat }: { readonly seat: number }) => {
    const porters = Math.min(MOST, Math.max(1, Math.round((scores[seat] ?? 0) / LOAD)));
    return (
      <g class="porters-art">
        {Array.from({ length: porters }, (_, at) => (
          <g key={at} transform={`translate(${(at - (porters - 1) / 2) * APART} 30) scale(0.92)`}>
            <Figure seat={seat} />
            <rect x="-13" y="-62" width="26" height="14" rx="3" class="porter-load" />
          </g>
        ))}
      </g>
    );
  };
  const course = play.view.value.rounds.reduce<readonly (readonly number[])[]>(
    (before, { points }) => [...before, points.map((each, seat) => (before.at(-1)?.[seat] ?? 0) + each)],
    [scores.map(() => 0)],
  );
  const [best = 0, second = 0] = [...scores].sort((one, other) => other - one);
  return { winners, scores, margin: t("points", { n: best - second }), course, reported: "all", Won };
}
