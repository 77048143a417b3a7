/** The HTTP calls of docs/protocol.md. */
import { PREFIX } from "../platform/site";
import { trusted } from "../platform/trusted_html";
import type { Code, Offer, Pass, Problem, YourTable } from "./types.gen";

/** Codes of problems that the page detects itself. */
export type OwnCode = "offline" | "no-cookies";

/** A call that the server or the page refused. */
export class Failure extends Error {
  readonly code: Code | OwnCode;
  /** The table that is full but can be watched. */
  readonly table: string | null;

  constructor(code: Code | OwnCode, text: string, table: string | null = null) {
    super(text);
    this.code = code;
    this.table = table;
  }
}

/** Make a call and return the text of the answer. Throws a `Failure`. */
export async function call(path: string, body?: unknown): Promise<string> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  let text: string;
  try {
    response = await fetch(PREFIX + path, { credentials: "same-origin", ...init });
    text = await response.text();
  } catch {
    throw new Failure("offline", "The server cannot be reached.");
  }
  if (response.ok) return text;
  const problem = parse<Problem | null>(text, null);
  throw new Failure(problem?.code ?? "offline", problem?.text ?? response.statusText, problem?.table ?? null);
}

/** Make a call whose answer is JSON. Throws a `Failure`, even if another server answers, such as a hotel's captive
 * portal. */
export async function fetchJson<T>(path: string, body?: unknown): Promise<T> {
  const answer = parse<T | undefined>(await call(path, body), undefined);
  if (answer === undefined) throw new Failure("offline", "The answer is not JSON.");
  return answer;
}

function parse<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

const fetchOffers = (): Promise<readonly Offer[]> => fetchJson("/api/games");
let fetching: Promise<readonly Offer[]> | null = null;

/** Fetch the games that are available here. Simultaneous callers share one request. */
export function offers(): Promise<readonly Offer[]> {
  fetching ??= fetchOffers().finally(() => (fetching = null));
  return fetching;
}

/** Fetch the tables where this browser has a seat, those that wait for its move first. */
export const yourTables = (): Promise<readonly YourTable[]> => fetchJson("/api/tables");

/** Create a secret that gives another browser the reader's seat, once. */
export const newPass = (table: string, seat: number | null): Promise<Pass> => fetchJson(`/api/tables/${encodeURIComponent(table)}/pass`, { seat });

/** Return the link as a QR code, an SVG element made by the server. */
export async function qr(link: string): Promise<SVGElement> {
  const text = await call("/api/qr", { link });
  const root = new DOMParser().parseFromString(trusted(text), "image/svg+xml").documentElement;
  if (!(root instanceof SVGElement)) throw new Failure("malformed", "No QR code came.");
  return document.importNode(root, true);
}

export function transcriptPath(table: string): string {
  return `${PREFIX}/api/tables/${encodeURIComponent(table)}/transcript`;
}
