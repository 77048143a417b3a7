/** Word Bank's closing picture: each seat's won safes and remaining stones. */
import { Shape } from "@shell/ui/tokens";
import type { Ending } from "@shell/state/game_screen";
import { endedIn, type Story } from "@shell/state/typed_table";
import { SafeArt } from "./safe";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { marginOf } from "./why_won";

/** The width of the area that `Ending` provides. */
const FIELD = 130;
/** The height of the safes in that area. */
const SAFES = 34;
/** The maximum number of safes in a row. */
const EACH_ROW = 8;
/** The maximum number of stones in a single row. */
const ONE_ROW = 10;

/** Return the places of stones, below the safes: in one row, or in two that share the room. */
function stonesOf(left: number): Rows {
  if (left <= ONE_ROW) return { each: ONE_ROW, apart: 13, down: 0, top: 18 };
  const each = Math.ceil(left / 2);
  return { each, apart: Math.min(13, FIELD / each), down: 13, top: 14 };
}

export function endingOf(play: Play): Ending {
  const end = endedIn(play.story.value);
  const { won } = play.view.value;
  const { winners = [], scores = [] } = end?.outcome ?? {};
  const Won = ({ seat }: { readonly seat: number }) => {
    const safes = won[seat] ?? [];
    const rows = Math.max(1, Math.ceil(safes.length / EACH_ROW));
    const each = Math.ceil(safes.length / rows);
    // Three safes have their usual size. More of them share the field.
    const apart = Math.min(SAFES / rows, FIELD / each);
    const places: Rows = { each, apart, down: apart, top: -14 - ((rows - 1) * apart) / 2 };
    const left = scores[seat] ?? 0;
    return (
      <>
        {safes.map(({ letter }, at) => (
          <g key={at} class="safe" transform={`translate(${inRows(at, safes.length, places)}) scale(${apart / 110})`}>
            <SafeArt letter={letter} sockets={[]} />
          </g>
        ))}
        {Array.from({ length: left }, (_, at) => (
          <g key={at} transform={`translate(${inRows(at, left, stonesOf(left))}) scale(0.62)`}>
            <Shape seat={seat} />
          </g>
        ))}
      </>
    );
  };
  return { winners, scores, fewer: true, margin: marginOf(play, { scores, winners }), course: courseOf(play.story.value, scores), reported: "all", Won };
}

/** Return the position of item `at` of `count` in a row around the origin. */
const spread = (at: number, count: number, apart: number): number => (at - (count - 1) / 2) * apart;

/** Rows around the origin: `each` items in one, and the distances between items and between rows. `top` is the first. */
interface Rows {
  readonly each: number;
  readonly apart: number;
  readonly down: number;
  readonly top: number;
}

/** Return the position of item `at` of `count`. The last row may be shorter. */
function inRows(at: number, count: number, { each, apart, down, top }: Rows): string {
  const row = Math.floor(at / each);
  return `${spread(at % each, Math.min(each, count - row * each), apart)} ${top + down * row}`;
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
