/** The reader's settings on this device. */
import { computed, effect, signal, type Signal } from "@preact/signals";
import { addStylesheet } from "./stylesheet";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "less";
export type Switch = "on" | "off";

function remembered<T extends string>(name: string, allowed: readonly T[]): Signal<T> {
  const key = `chabudai.${name}`;
  const stored = allowed.find((each) => each === localStorage.getItem(key));
  const setting = signal<T>(stored ?? (allowed[0] as T));
  effect(() => localStorage.setItem(key, setting.value));
  return setting;
}

export const theme = remembered<Theme>("theme", ["system", "light", "dark"]);
export const motion = remembered<Motion>("motion", ["system", "less"]);
export const sound = remembered<Switch>("sound", ["off", "on"]);
/** Whether the page shows a keyboard of its own; otherwise the device's is used. */
export const ownKeys = remembered<Switch>("keys", ["on", "off"]);
/** Whether a key with a character acts wherever the focus is; otherwise only where one plays. */
export const letterKeys = remembered<Switch>("letters", ["on", "off"]);

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
  document.documentElement.dataset["motion"] = motion.value;
});

function media(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

/** The style sheet for forced colours and for large text on a small screen, named by the build. */
declare const NEEDS_SHEET: string;
const needs = media("(forced-colors: active), (max-width: 19.9em), (max-height: 19.9em)");
effect(() => {
  if (needs.value) addStylesheet(NEEDS_SHEET);
});

const reduced = media("(prefers-reduced-motion: reduce)");
export const still = computed(() => motion.value === "less" || reduced.value);
/** The screen is wide enough for the side panel. */
export const wide = media("(min-width: 60em) and (min-height: 35em)");
/** A wide screen with a mouse, which usually has a keyboard too. */
export const desk = media("(min-width: 60em) and (min-height: 35em) and (hover: hover) and (pointer: fine)");
