/** Copying with a button that confirms the copy for a moment. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "./announcements";

/** How long the button confirms a copy. */
const SAID_MS = 6000;

/** `copied`: a moment ago; `refused`: the browser does not allow it, so the text must be shown for copying manually. */
export type Copied = "" | "copied" | "refused";

/** Return the state of the last copy of a text, and a function that copies it with `write`; `said` is announced
 * afterwards. */
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
  // A different text has not been copied yet.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      state.value = "";
    },
    [text],
  );
  return [state.value, press];
}
