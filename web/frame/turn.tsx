/** "Your turn" across the table for a moment. The live region says it, so this is only for the eye. */
import { useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useState } from "preact/hooks";
import { t } from "../language";
import { skips } from "../motion";

const SHOWN_MS = 1100;

export function TurnBanner({ mine }: { readonly mine: ReadonlySignal<boolean> }) {
  const [here, setHere] = useState(false);
  useSignalEffect(() => {
    setHere(mine.value);
    const timer = window.setTimeout(() => setHere(false), SHOWN_MS);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    if (skips.value > 0) setHere(false);
  });
  if (!here) return null;
  return (
    <p class="turn-banner" aria-hidden="true">
      {t("turn.yours")}
    </p>
  );
}
