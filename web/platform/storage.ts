/** The storage of this browser. If the browser refuses it, the page keeps values until it is closed. */
import { signal, type ReadonlySignal } from "@preact/signals";

interface Memory {
  readonly get: (key: string) => string | null;
  /** Return a value stored as JSON, or null if it is missing or invalid. */
  readonly getJson: (key: string) => unknown;
  /** Return a list stored as JSON, or an empty one if it is missing or invalid. */
  readonly getList: (key: string) => readonly unknown[];
  /** Returns whether the browser has stored the value. */
  readonly set: (key: string, value: string) => boolean;
}

const refused = signal(false);
/** Whether the browser has refused to read or store a value. */
export const forgets: ReadonlySignal<boolean> = refused;

/** Merely accessing a storage may throw, so it is looked up each time. */
function guard(name: "localStorage" | "sessionStorage"): Memory {
  const unstored = new Map<string, string>();
  function attempt<T>(act: (storage: Storage) => T, otherwise: T): T {
    try {
      return act(window[name]);
    } catch {
      refused.value = true;
      return otherwise;
    }
  }
  const get = (key: string): string | null => unstored.get(key) ?? attempt((storage) => storage.getItem(key), null);
  function getJson(key: string): unknown {
    try {
      return JSON.parse(get(key) ?? "null");
    } catch {
      return null;
    }
  }
  return {
    get,
    getJson,
    getList(key) {
      const list = getJson(key);
      return Array.isArray(list) ? list : [];
    },
    set(key, value) {
      unstored.delete(key);
      const stored = attempt((storage) => (storage.setItem(key, value), true), false);
      if (!stored) unstored.set(key, value);
      return stored;
    },
  };
}

/** Storage that is kept until the reader deletes it. */
export const lasting = guard("localStorage");
/** Storage that is kept while this tab is open. */
export const passing = guard("sessionStorage");
