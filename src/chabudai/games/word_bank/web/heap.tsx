/** A heap of a seat's stones, and the seat's last action. The cushion shows the number of stones. */
import { Stone } from "@shell/ui/tokens";
import { lastDone } from "@shell/stage/last_action";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { t } from "./words";

export function Heap({ play, seat }: { readonly play: Play; readonly seat: number }) {
  const stones = play.view.value.stones[seat] ?? 0;
  return (
    <div class="heap" data-heap={seat} aria-hidden="true">
      {Array.from({ length: stones }, (_, at) => (
        <Stone key={at} seat={seat} />
      ))}
    </div>
  );
}

/** Return the seat's last action, or "" if there is none yet. */
export const didLast = ({ story }: Play, seat: number): string => lastDone(story.value, seat, done);

function done(event: Event): string | undefined {
  switch (event.type) {
    case "said":
      return t("did.said", { word: event.word, n: event.positions.length });
    case "rejected":
      return t("did.rejected", { word: event.word });
    case "passed":
      return t("did.passed");
    default:
      return undefined;
  }
}
