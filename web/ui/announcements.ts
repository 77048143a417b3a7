/** Announcements for screen readers: events (#log), and prompts and refusals (#now), without repetitions. */
import { joined } from "../i18n/language";

const GAP_MS = 250;
const CLEAR_MS = 3000;
/** The time for which a prompt must be stable before it is announced, so that it is not repeated with every key. */
const REST_MS = 400;
/** The number of characters of log announcements to remember. */
const REMEMBERED = 2000;

type Region = "log" | "now";

let waiting: { readonly region: Region; readonly text: string }[] = [];
let timer = 0;
const last: Record<Region, string> = { log: "", now: "" };
const clearing: Record<Region, number> = { log: 0, now: 0 };

/** The end of the text that #log has announced. */
let told = "";
let prompted = "";
let calling = "";
let resting = 0;

/** Queue a sentence to be read out. Several sentences for one region are read together. */
export function announce(region: Region, text: string): void {
  if (text === "") return;
  if (region === "log") told = (told + text).slice(-REMEMBERED);
  else prompted = text;
  waiting.push({ region, text });
  if (timer === 0) timer = window.setTimeout(next, 0);
}

/** Announce, together with the next prompt, that the reader's turn has begun. The prompt may be the same as in the last
 * turn. */
export function callUp(text: string): void {
  calling = text;
  prompted = "";
}

/** Announce a prompt once it has been stable for a moment. It is not repeated while it stays, and omits sentences
 * that the log has announced. */
export function prompt(text: string): void {
  clearTimeout(resting);
  if (text === "") return;
  resting = window.setTimeout(() => {
    if (text === prompted) return;
    const fresh = text.split(SENTENCES).filter((sentence) => !told.includes(sentence.trim()));
    // Most prompts in the reader's turn already begin with this text.
    const call = text.startsWith(calling.replace(/[.。]$/, "")) ? "" : calling;
    announce("now", joined([call, fresh.join("").trim()]));
    prompted = text;
    calling = "";
  }, REST_MS);
}

/** Forget all sentences, so that the next player on this device hears none of them. */
export function hush(): void {
  clearTimeout(resting);
  waiting = [];
  told = prompted = calling = "";
  for (const region of ["log", "now"]) document.getElementById(region)?.replaceChildren();
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
  // An unchanged text is not read again; a no-break space makes it a new one.
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
