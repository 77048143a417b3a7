/** Quiddler's closing picture: each seat's best word of the last round. */
import type { Ending } from "@shell/state/game_screen";
import { endedIn } from "@shell/state/typed_table";
import { Fan } from "./fan";
import type { Play } from "./table";

/** The maximum width of a word's cards. */
const WIDE = 120;
const APART = 24;

export function endingOf(play: Play): Ending {
  const end = endedIn(play.story.value);
  const { sheet, laid, hands } = play.view.value;
  const Won = ({ seat }: { readonly seat: number }) => {
    const words = laid.filter((word) => word.seat === seat && word.verdict?.allowed !== false);
    const best = words.reduce<readonly string[]>((most, { cards, points }) => {
      const before = words.find((word) => word.cards === most)?.points ?? 0;
      return points > before ? cards : most;
    }, []);
    return <Fan faces={best} x={0} y={0} step={Math.min(APART, WIDE / Math.max(1, best.length))} turn={3} height={58} />;
  };
  const none = hands.map(() => 0);
  return {
    winners: end?.outcome.winners ?? [],
    scores: end?.outcome.scores ?? [],
    course: [none, ...sheet.map((round) => round.map((line) => line.total))],
    ...(hands.length > 1 && { reported: true, Won }),
  };
}
