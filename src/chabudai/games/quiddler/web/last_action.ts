/** A short description of a seat's last action in this round. */
import { listed } from "@shell/i18n/language";
import { lastDone } from "@shell/stage/last_action";
import type { Play } from "./table";
import type { Event } from "./types.gen";
import { spelled, t } from "./words";

/** Return the seat's last action, or "" if there is none yet. */
export const didLast = ({ story }: Play, seat: number): string => lastDone(story.value, seat, done);

function done(event: Event): string | null | undefined {
  switch (event.type) {
    case "dealt":
      return null;
    case "drew":
      return t("did.drew");
    case "took":
      return t("did.took", { card: event.card });
    case "discarded":
      return t("did.discarded", { card: event.card });
    case "went-out":
    case "added":
      return event.words.length === 0 ? t("did.passed") : t("did.laid", { words: listed(event.words.map(spelled)) });
    case "challenged":
      return t("did.challenged", { word: spelled(event.cards) });
    default:
      return undefined;
  }
}
