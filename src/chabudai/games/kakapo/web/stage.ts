/** Animations of the Kakapo: cards fly to the table, pieces are put down, birds wake up. */
import { createElement, render } from "preact";
import { pause } from "@shell/state/motion";
import { play as sound } from "@shell/stage/sound";
import { eachEvent, fly, openStage as open, type Stage } from "@shell/stage/animation";
import { CardArt } from "./cards/card";
import type { Play } from "./table";
import type { Event } from "./types.gen";

const FLY_MS = 240;
const DECIDE_MS = 650;
const WAKE_MS = 700;

export function openStage(play: Play): Stage<Event> {
  async function show(event: Event): Promise<void> {
    switch (event.type) {
      case "revealed": {
        const mine = event.seat === play.seat.value;
        const from = mine ? `[data-card="${event.card}"]` : `[data-seat="${event.seat}"]`;
        return send(event.card, from, `[data-slot="${play.view.value.revealed.length}"]`);
      }
      case "decided":
        sound("turn");
        return pause(DECIDE_MS);
      case "placed":
        return sound("card");
      case "scanned":
        sound("boom");
        return pause(WAKE_MS);
      default:
        return;
    }
  }

  return open(play.table, eachEvent(show));
}

/** Animate a card from a hand or a seat to its place on the table. */
function send(card: string, from: string, to: string): Promise<void> {
  const flying = document.createElement("div");
  flying.className = "flying-guide";
  render(createElement(CardArt, { card }), flying);
  return fly(flying, { from, to, ms: FLY_MS });
}
