/** Animations of Quiddler: cards fly between piles, players and the table. */
import { wide } from "@shell/state/settings";
import { pause } from "@shell/state/motion";
import { play as sound } from "@shell/stage/sound";
import { eachEvent, fly, openStage as open, type Stage } from "@shell/stage/animation";
import { picture } from "./card";
import type { Play } from "./table";
import type { Event } from "./types.gen";

const FLY_MS = 230;
const LAY_MS = 480;
/** Milliseconds to show words and verdicts in large size on the table, normally and with quick bots. */
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
        sound("card");
        if (event.seat === play.seat.value) return send(event.words[0]?.[0] ?? null, ".rack", ".laid");
        return wide.peek() ? layBefore(event.seat, event.words) : read();
      case "challenged":
        sound(event.allowed ? "lock" : "refused");
        return read();
      default:
        return;
    }
  }

  return open(play.table, eachEvent(show));
}

/** Animate words from a player's cushion to the place where they stay. */
function layBefore(seat: number, words: readonly (readonly string[])[]): Promise<void> {
  const laid = document.createElement("div");
  laid.className = "flying laid-in";
  for (const face of words.flat()) laid.append(picture(face));
  return fly(laid, { from: `[data-seat="${seat}"]`, to: `.place:has([data-seat="${seat}"]) .before`, ms: LAY_MS });
}

/** Animate a card. Null shows its back. */
function send(face: string | null, from: string, to: string): Promise<void> {
  const card = document.createElement("div");
  card.className = "flying";
  card.append(picture(face));
  return fly(card, { from, to, ms: FLY_MS });
}
