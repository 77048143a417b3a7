/** Announcements for screen readers: what happened (#log, polite) and what the reader must know now (#now, assertive). */

const GAP_MS = 250;
const CLEAR_MS = 3000;

type Region = "log" | "now";

let waiting: { readonly region: Region; readonly text: string }[] = [];
let timer = 0;
const last: Record<Region, string> = { log: "", now: "" };
const clearing: Record<Region, number> = { log: 0, now: 0 };

/** Queue a sentence to be read out. Sentences for one region that pile up are read as one. */
export function announce(region: Region, text: string): void {
  if (text === "") return;
  waiting.push({ region, text });
  if (timer === 0) timer = window.setTimeout(next, 0);
}

function next(): void {
  const first = waiting[0];
  if (first === undefined) {
    timer = 0;
    return;
  }
  const burst = waiting.findIndex((each) => each.region !== first.region);
  const taken = burst === -1 ? waiting.length : burst;
  const texts = waiting.slice(0, taken).map((each) => each.text);
  waiting = waiting.slice(taken);
  read(first.region, texts.join(" "));
  timer = window.setTimeout(next, GAP_MS);
}

function read(region: Region, text: string): void {
  const node = document.getElementById(region);
  if (node === null) return;
  // A text that does not change is not read again; a no-break space makes it a new one.
  const spoken = text === last[region] ? `${text}\u00a0` : text;
  last[region] = spoken;
  const line = document.createElement("p");
  line.textContent = spoken;
  if (region === "now") node.replaceChildren(line);
  else node.append(line);
  clearTimeout(clearing[region]);
  clearing[region] = window.setTimeout(() => {
    node.replaceChildren();
    last[region] = "";
  }, CLEAR_MS);
}
