/** Sounds and vibration of the table. They never convey anything that the screen does not show. */
import type { Sound } from "./materials";
import { sound, touch } from "../state/settings";

const TOUCH_MS = 35;

/** Before the first touch or key, browsers play nothing and log a warning. */
const touched = (): boolean => navigator.userActivation?.hasBeenActive !== false;

/** Play a sound, if the reader wants sounds. The synthesiser is fetched only in that case. */
export function play(name: Sound): void {
  if (sound.value === "on" && touched()) void import("./materials").then(({ strike }) => strike(name));
}

/** Vibrate briefly, if the device can. */
export function nudge(): void {
  if (touch.value === "on" && touched()) navigator.vibrate?.(TOUCH_MS);
}

/** Play the sound of the end: one for winners, and for spectators if any seat has won; another for the rest. */
export function playEnd(winners: readonly number[], seat: number | null): void {
  const won = seat === null ? winners.length > 0 : winners.includes(seat);
  play(won ? "win" : "end");
}
