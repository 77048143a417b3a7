/** Quiddler's closing picture: each seat's best word of the game. */
import type { Ending } from "@shell/state/game_screen";
import { endedIn, type Story } from "@shell/state/typed_table";
import { worth } from "./faces";
import { Fan } from "./fan";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { spelled, t, tell } from "./words";

/** The maximum width of a word's cards. */
const WIDE = 120;
const APART = 24;
/** The middle of the table: its size, and the maximum number of words in it. */
const MIDDLE = { width: 330, height: 156 };
const MOST_ROWS = 3;
/** The height of the cards of a single word. */
const TALLEST = 78;

export function endingOf(play: Play): Ending {
  const end = endedIn(play.story.value);
  const { sheet, hands } = play.view.value;
  const { winners = [], scores = [] } = end?.outcome ?? {};
  const course = [hands.map(() => 0), ...sheet.map((round) => round.map((line) => line.total))];
  if (hands.length === 1) {
    const words = play.view.value.laid.slice(-MOST_ROWS).map(({ cards }) => cards);
    const alone: Ending = { winners, scores, course, verdict: end === null ? "" : tell(play.table, [end], 1) };
    return words.length === 0 ? alone : { ...alone, Middle: () => <LastWords words={words} /> };
  }
  const best = hands.map((_, seat) => bestWord(play.story.value, seat));
  const Won = ({ seat }: { readonly seat: number }) => {
    const faces = best[seat] ?? [];
    const n = Math.max(1, faces.length);
    // The cards of a long word turn less, so that the outer ones stay in the picture.
    const turn = Math.min(3, 14 / n);
    return <Fan faces={faces} x={0} y={-(turn / 8) * ((n - 1) / 2) ** 2} step={Math.min(APART, WIDE / n)} turn={turn} height={58} />;
  };
  const [first = 0] = winners;
  const second = Math.max(...scores.filter((_, seat) => seat !== first));
  const word = best[first] ?? [];
  return {
    winners,
    scores,
    course,
    margin: t("points", { n: (scores[first] ?? 0) - second }),
    caption: winners.length > 1 || word.length === 0 ? "" : t("end.best", { word: spelled(word), n: worth(word) }),
    reported: "all",
    Won,
  };
}

/** The words that the solo player laid last, one below the other. */
function LastWords({ words }: { readonly words: readonly (readonly string[])[] }) {
  const row = MIDDLE.height / words.length;
  const height = Math.min(TALLEST, row - 4);
  const width = (height * 100) / 140;
  return (
    <>
      {words.map((faces, at) => {
        const step = Math.min(width + 3, (MIDDLE.width - width) / Math.max(1, faces.length - 1));
        return <Fan key={at} faces={faces} x={0} y={(at - (words.length - 1) / 2) * row} step={step} turn={0} height={height} />;
      })}
    </>
  );
}

/** Return the cards of a seat's word with the most points, without words that were struck. */
function bestWord(story: Story<Event>, seat: number): readonly string[] {
  const words: (readonly string[])[] = [];
  for (const event of story.flat()) {
    if ((event.type === "went-out" || event.type === "added") && event.seat === seat) words.push(...event.words);
    if (event.type !== "challenged" || event.owner !== seat || event.allowed) continue;
    const struck = words.map(String).lastIndexOf(String(event.cards));
    if (struck >= 0) words.splice(struck, 1);
  }
  return words.reduce<readonly string[]>((best, word) => (worth(word) > worth(best) ? word : best), []);
}
