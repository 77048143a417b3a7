/** A banner such as "Your turn", shown briefly. Screen readers are told by the live region. */
import { useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { skips } from "../motion";

const SHOWN_MS = 1100;

export function TurnBanner({ call }: { readonly call: ReadonlySignal<string | null> }) {
  const [here, setHere] = useState(false);
  useSignalEffect(() => {
    setHere(call.value !== null);
    const timer = window.setTimeout(() => setHere(false), SHOWN_MS);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    if (skips.value > 0) setHere(false);
  });
  if (!here) return null;
  return (
    <p key={call.value} class="turn-banner" aria-hidden="true">
      {call.value}
    </p>
  );
}
