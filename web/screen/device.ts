/** The device of a big screen: it stays awake, and plays sounds after the first key. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { onVisible } from "../platform/visibility";
import { sound } from "../state/settings";
import { play } from "../stage/sound";

/** Keep the device awake while it shows the page, if it can. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const wake = (): void => {
      navigator.wakeLock?.request("screen").then(
        (given) => (lock = given),
        () => undefined,
      );
    };
    wake();
    const stop = onVisible(wake);
    return () => {
      stop();
      void lock?.release();
    };
  }, []);
}

/** Return whether sounds wait for a key or a tap, without which browsers play none. */
export function useSoundHint(): boolean {
  const waits = useSignal(sound.peek() !== "on" || navigator.userActivation?.hasBeenActive === false);
  useEffect(() => {
    if (!waits.value) return;
    const hear = (): void => {
      waits.value = false;
      sound.value = "on";
      play("turn");
    };
    addEventListener("keydown", hear, { once: true });
    addEventListener("pointerdown", hear, { once: true });
    return () => {
      removeEventListener("keydown", hear);
      removeEventListener("pointerdown", hear);
    };
  }, [waits.value]);
  return waits.value;
}
