/** A seat's last action in this round and its state, in few words. */
import { lastDone } from "@shell/stage/last_action";
import { hintOn, plain } from "./faces";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { t } from "./words";

/** Return the seat's last action, or "" if there is none yet. */
export function didLast({ story, view }: Play, seat: number): string {
  const { hints, options } = view.value;
  return lastDone<Event>(story.value, seat, (event) => {
    switch (event.type) {
      case "dealt":
        return null;
      case "placed":
        return t("did.placed", { hint: plain(hintOn(hints[event.card], event.word, options)), n: event.tokens[0] ?? 0 });
      case "passed":
        return t("did.passed");
      default:
        return undefined;
    }
  });
}

export function stateOf({ story, view }: Play, seat: number): string {
  const { phase, tokens } = view.value;
  if (phase.type === "hinting") return t("state.left", { n: (tokens[seat] ?? []).length });
  if (phase.type === "voting") return lastDone<Event>(story.value, seat, voted);
  return phase.type === "resting" && phase.ready[seat] ? t("state.ready") : "";
}

function voted(event: Event): string | null | undefined {
  if (event.type === "dealt") return null;
  if (event.type === "filled") return t("ballot.filled");
  return event.type === "voted" ? t("state.voted") : undefined;
}
