/** The purpose of a phase, shown in the status the first time that the reader reaches the phase. */
import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Phases } from "../state/game_screen";
import { passing } from "../platform/storage";

/** Return the purpose of the current phase until the next one begins. It is empty if the phase has occurred before,
 * even before a reload. */
export function useFirstTime(table: string, { now, purpose }: Phases): ReadonlySignal<string> {
  const key = `chabudai.met.${table}`;
  const met = useSignal<readonly string[]>(passing.get(key)?.split(" ") ?? []);
  const last = useRef<string | null>(null);
  useSignalEffect(() => {
    const phase = now.value;
    if (phase === null || phase === last.current) return;
    if (last.current !== null) met.value = [...new Set([...met.peek(), last.current])];
    last.current = phase;
    passing.set(key, met.peek().join(" "));
  });
  return useComputed(() => (now.value === null || met.value.includes(now.value) ? "" : purpose(now.value)));
}
