/** Sounds and touch of the table. They never say anything that the screen does not. */
import type { Sound } from "./materials";
import { sound, touch } from "../state/settings";

const TOUCH_MS = 35;

/** Before the reader has touched the page or a key, browsers play nothing and complain. */
const touched = (): boolean => navigator.userActivation?.hasBeenActive !== false;

/** Play a sound, if the reader wants sounds; only then is what makes them fetched. */
export function play(name: Sound): void {
  if (sound.value === "on" && touched()) void import("./materials").then(({ strike }) => strike(name));
}

/** A short vibration, where the device has one. */
export function nudge(): void {
  if (touch.value === "on" && touched()) navigator.vibrate?.(TOUCH_MS);
}
