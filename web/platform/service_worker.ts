/** The service worker (`web/worker.ts`), for times when the server cannot be reached. Browsers may refuse it, and do so
 * for addresses without TLS. */
import { effect, type ReadonlySignal } from "@preact/signals";
import { PREFIX } from "./site";
import { trustedWorker } from "./trusted_html";

/** Return the browser's service workers, or undefined if it refuses them. */
function available(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Wait until the page has loaded and is idle. */
function whenIdle(act: () => void): void {
  const wait = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(act);
    else setTimeout(act);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}

/** Store the pages that need no server, and the rulebooks in each language that the reader chooses. */
export function keepOffline(language: ReadonlySignal<string>): void {
  const workers = available();
  if (workers === undefined) return;
  const choose = (): void => {
    // Read first, so that the effect depends on it also while there is no worker.
    const chosen = language.value;
    workers.controller?.postMessage(chosen);
  };
  whenIdle(() => {
    workers.addEventListener("controllerchange", choose);
    effect(choose);
    workers.register(trustedWorker(), { updateViaCache: "none" }).catch(() => undefined);
  });
}

/** Return those of the addresses that are stored in this browser. */
export async function keptOf(paths: readonly string[]): Promise<readonly string[]> {
  try {
    const found = await Promise.all(paths.map((path) => caches.match(PREFIX + path, { ignoreVary: true })));
    return paths.filter((_, at) => found[at] !== undefined);
  } catch {
    return [];
  }
}
