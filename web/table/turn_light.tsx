/** Lights the frame of the status for a moment when the reader has to act. It hides nothing of the table. Screen readers are
 * told by the live region. */
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
