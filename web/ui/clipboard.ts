/** Copying at the press of a button, which says for a moment that it is done. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "./announcements";

/** How long it is said. */
const SAID_MS = 6000;

/** `copied`: a moment ago; `refused`: the browser does not allow it, so that it has to be shown, to be copied by hand. */
export type Copied = "" | "copied" | "refused";

/** What has become of the last copy of a text, and what makes one, by `write`; `said` is announced when it is done. */
export function useCopying(
  text: string,
  said: string,
  write = () => navigator.clipboard.writeText(text),
): readonly [Copied, () => Promise<void>] {
  const state = useSignal<Copied>("");
  const timer = useRef(0);
  const press = async (): Promise<void> => {
    clearTimeout(timer.current);
    try {
      await write();
    } catch {
      state.value = "refused";
      return;
    }
    state.value = "copied";
    announce("now", said);
    timer.current = window.setTimeout(() => (state.value = ""), SAID_MS);
  };
  // Another text has not been copied yet.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      state.value = "";
    },
    [text],
  );
  return [state.value, press];
}
