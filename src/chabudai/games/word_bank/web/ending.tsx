/** Word Bank's closing picture: each seat's won safes and remaining stones. */
import { Shape } from "@shell/ui/tokens";
import type { Ending } from "@shell/state/game_screen";
import { endedIn, type Story } from "@shell/state/typed_table";
import { SafeArt } from "./safe";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { marginOf } from "./why_won";

/** The maximum number of safes that are drawn. */
const MOST = 6;
/** The width of the area that `Ending` provides. */
const FIELD = 130;
/** The number of stones in a row. */
const ROW = 10;

export function endingOf(play: Play): Ending {
  const end = endedIn(play.story.value);
  const { won } = play.view.value;
  const { winners = [], scores = [] } = end?.outcome ?? {};
  const Won = ({ seat }: { readonly seat: number }) => {
    const safes = (won[seat] ?? []).slice(0, MOST);
    // Up to three safes have their usual size. More safes share the width.
    const apart = Math.min(34, FIELD / safes.length);
    const left = scores[seat] ?? 0;
    return (
      <>
        {safes.map(({ letter }, at) => (
          <g key={at} class="safe" transform={`translate(${spread(at, safes.length, apart)} -14) scale(${apart / 110})`}>
            <SafeArt letter={letter} sockets={[]} />
          </g>
        ))}
        {Array.from({ length: left }, (_, at) => (
          <g key={at} transform={`translate(${inRows(at, left)}) scale(0.62)`}>
            <Shape seat={seat} />
          </g>
        ))}
      </>
    );
  };
  return { winners, scores, fewer: true, margin: marginOf(play, { scores, winners }), course: courseOf(play.story.value, scores), reported: true, Won };
}

/** Return the position of item `at` of `count` in a row around the origin. */
const spread = (at: number, count: number, apart: number): number => (at - (count - 1) / 2) * apart;

/** Return the position of stone `at` of `count`, in rows around the origin and below the safes. */
function inRows(at: number, count: number): string {
  const row = Math.floor(at / ROW);
  return `${spread(at % ROW, Math.min(ROW, count - row * ROW), 13)} ${18 + 15 * row}`;
}

/** Return each seat's stones that were not yet locked in a safe, by turn, computed backward from the end. */
function courseOf(story: Story<Event>, scores: readonly number[]): readonly (readonly number[])[] {
  const course: (readonly number[])[] = [scores];
  for (const step of [...story].reverse()) {
    const boxed = step.flatMap((event) => (event.type === "closed" ? event.stones : []));
    const after = course[0] ?? scores;
    if (boxed.length > 0) course.unshift(after.map((score, seat) => score + boxed.filter((owner) => owner === seat).length));
  }
  return course;
}
