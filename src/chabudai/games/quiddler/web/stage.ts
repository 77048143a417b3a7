/** Animations of Quiddler: cards fly between piles, players and the table. */
import { pause } from "@shell/motion";
import { play as sound } from "@shell/sound";
import { eachEvent, fly, openStage as open, type Stage } from "@shell/stage";
import { picture } from "./card";
import type { Play } from "./table";
import type { Event } from "./types.gen";

const FLY_MS = 230;
/** How long words stand large on the table, and a verdict; and where bots are to be quick. */
const SAID_MS = 1600;
const QUICK_MS = 500;

export function openStage(play: Play): Stage<Event> {
  function home(seat: number): string {
    return seat === play.seat.value ? ".rack" : `[data-seat="${seat}"]`;
  }

  const read = (): Promise<void> => pause(play.table.lobby.peek()?.hasten === true ? QUICK_MS : SAID_MS);

  async function show(event: Event): Promise<void> {
    switch (event.type) {
      case "drew":
        return send(event.card, "[data-testid=deck]", home(event.seat));
      case "took":
        return send(event.card, "[data-testid=discard-pile]", home(event.seat));
      case "discarded":
        return send(event.card, home(event.seat), "[data-testid=discard-pile]");
      case "went-out":
      case "added":
        sound("stone");
        return event.seat === play.seat.value ? send(event.words[0]?.[0] ?? null, ".rack", ".laid") : read();
      case "challenged":
        sound(event.allowed ? "lock" : "refused");
        return read();
      default:
        return;
    }
  }

  return open(play.table, eachEvent(show));
}

/** A card flies; null shows its back. */
function send(face: string | null, from: string, to: string): Promise<void> {
  const card = document.createElement("div");
  card.className = "flying";
  card.append(picture(face));
  return fly(card, { from, to, ms: FLY_MS });
}
