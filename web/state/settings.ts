/** The reader's settings on this device. */
import { computed, effect, signal, type Signal } from "@preact/signals";
import { large, panel as panelQuery, spread as spreadQuery, stage } from "../css/media.json";
import { lasting } from "../platform/storage";
import { addStylesheet } from "../platform/stylesheets";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "less";
export type Switch = "on" | "off";

/** Return a setting that this browser remembers; at first the first of the allowed values. */
export function remembered<T extends string>(name: string, allowed: readonly T[]): Signal<T> {
  const key = `chabudai.${name}`;
  const stored = (): T => allowed.find((each) => each === lasting.get(key)) ?? (allowed[0] as T);
  const setting = signal<T>(stored());
  effect(() => void lasting.set(key, setting.value));
  // A choice in one tab also applies to the others.
  addEventListener("storage", (change) => {
    if (change.key === key) setting.value = stored();
  });
  return setting;
}

export const theme = remembered<Theme>("theme", ["system", "light", "dark"]);
export const motion = remembered<Motion>("motion", ["system", "less"]);
/** Whether to play sounds. The page asks the reader in their first turn. */
export const sound = remembered<Switch | "ask">("sounds", ["ask", "off", "on"]);
/** A short vibration when the reader's turn begins. */
export const touch = remembered<Switch>("touch", ["on", "off"]);
/** Whether the panel next to the table is open, if there is room for it. */
export const panel = remembered<Switch>("panel", ["on", "off"]);
/** Whether the page shows its own keyboard instead of the device's. */
export const ownKeys = remembered<Switch>("keys", ["on", "off"]);
/** Whether a key with a character works everywhere; otherwise only while the focus is on the game. */
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

/** The style sheet for forced colours and for large text on a small screen, as named by the build. */
declare const NEEDS_SHEET: string;
const needs = media(`(forced-colors: active), ${large}`);
effect(() => {
  if (needs.value) addStylesheet(NEEDS_SHEET);
});

const reduced = media("(prefers-reduced-motion: reduce)");
export const still = computed(() => motion.value === "less" || reduced.value);
/** Whether the screen is large enough for the low table. */
export const wide = media(stage);
/** Whether the screen also has room for the sheet of paper at the end of a game. */
export const spread = media(spreadQuery);
/** Whether the screen has room for the panel next to the table. */
export const broad = media(panelQuery);
/** Whether the panel is visible: it fits, and the reader has not collapsed it. */
export const beside = computed(() => broad.value && panel.value === "on");
/** Whether the device has a mouse, and so usually also a keyboard. */
export const mouse = media("(hover: hover) and (pointer: fine)");
/** Whether the screen is wide and has a mouse, and so usually also a keyboard. */
export const desk = computed(() => wide.value && mouse.value);
