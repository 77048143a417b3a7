/** Announcements for screen readers: what happened (#log), and what the reader is asked or told (#now). Each is said once. */
import { joined } from "../i18n/language";

const GAP_MS = 250;
const CLEAR_MS = 3000;
/** How long a prompt must stand before it is said, so that it is not said again with every key. */
const REST_MS = 400;
/** How much of what the log has said is remembered, in characters. */
const REMEMBERED = 2000;

type Region = "log" | "now";

let waiting: { readonly region: Region; readonly text: string }[] = [];
let timer = 0;
const last: Record<Region, string> = { log: "", now: "" };
const clearing: Record<Region, number> = { log: 0, now: 0 };

/** The newest that the log has said. */
let told = "";
let prompted = "";
let calling = "";
let resting = 0;

/** Queue a sentence to be read out. Sentences for one region that pile up are read as one. */
export function announce(region: Region, text: string): void {
  if (text === "") return;
  if (region === "log") told = (told + text).slice(-REMEMBERED);
  else prompted = text;
  waiting.push({ region, text });
  if (timer === 0) timer = window.setTimeout(next, 0);
}

/** Say, together with the next prompt, that the reader's turn has begun; the prompt of the last turn may come again. */
export function callUp(text: string): void {
  calling = text;
  prompted = "";
}

/** Say what the reader is asked to do, once it has stood for a moment: not again while it stays, and nothing that the log has said. */
export function prompt(text: string): void {
  clearTimeout(resting);
  if (text === "") return;
  resting = window.setTimeout(() => {
    if (text === prompted) return;
    const fresh = text.split(SENTENCES).filter((sentence) => !told.includes(sentence.trim()));
    // Most prompts of a turn begin with the call themselves.
    const call = text.startsWith(calling.replace(/[.。]$/, "")) ? "" : calling;
    announce("now", joined([call, fresh.join("").trim()]));
    prompted = text;
    calling = "";
  }, REST_MS);
}

const SENTENCES = /(?<=[.!?] |[。！？])/;

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
  read(first.region, joined(texts));
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
