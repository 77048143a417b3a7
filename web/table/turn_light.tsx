/** Highlights the frame of the status briefly when the reader must act. It covers nothing of the table. Screen
 * readers use the live region instead. */
import { useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { skips } from "../state/motion";

const SHOWN_MS = 1100;

export function TurnLight({ call }: { readonly call: ReadonlySignal<string | null> }) {
  const [here, setHere] = useState(false);
  useSignalEffect(() => {
    setHere(call.value !== null);
    const timer = window.setTimeout(() => setHere(false), SHOWN_MS);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    if (skips.value > 0) setHere(false);
  });
  return here ? <p key={call.value} class="turn-light" aria-hidden="true" /> : null;
}
