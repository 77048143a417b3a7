/** The next step after a mission of the book. Its button is fetched after a win. */
import type { VNode } from "preact";
import { LazyPart } from "@shell/ui/lazy_part";
import { MISSIONS } from "../box";
import type { Play } from "../table";
import type { NextProps } from "./next";

/** Return the next mission of the book for a player, or null if there is none. */
export function nextOf({ view, table, seat }: Play): number | null {
  const { number } = view.value.mission;
  const open = table.lobby.value?.next != null;
  return seat.value !== null && !open && number > 0 && number < MISSIONS ? number + 1 : null;
}

const load = async () => (await import("./next")).NextMission;

/** Return the button for the next mission after a win. After a loss, another try comes first. */
export function onward(play: Play): VNode | null {
  const { phase } = play.view.value;
  const next = nextOf(play);
  if (phase.type !== "over" || phase.reason !== "scanned" || next === null) return null;
  const props: NextProps = { play, next, look: "primary" };
  return <LazyPart load={load} props={props} />;
}
