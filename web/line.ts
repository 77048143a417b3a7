/** One socket to a table that mends itself: resumes from the last seq, repeats what was not answered. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { PROTOCOL, type Accepted, type FromClient, type FromServer, type Refused } from "./types.gen";

/** "gone": the server knows no such table. "old": the server has outgrown this page. */
export type Linked = "joining" | "open" | "lost" | "gone" | "old";
export type Command = Extract<FromClient, { readonly id: string }>;
export type Reply = Accepted | Refused;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const TOO_FAST_MS = 400;
const PING_MS = 15000;
const UNKNOWN_TABLE = 4404;

export interface Line {
  readonly linked: ReadonlySignal<Linked>;
  /** Send a command; it is sent again after a lost connection until it is answered. */
  readonly send: (command: Command) => void;
  readonly close: () => void;
}

interface Ears {
  /** The last seq this page has seen. */
  readonly since: () => number;
  readonly hear: (message: FromServer) => void;
}

export function openLine(table: string, ears: Ears): Line {
  const linked = signal<Linked>("joining");
  const outbox = keepOutbox(table);
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let pinging = 0;
  let heard = 0;
  let closed = false;

  function connect(): void {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/ws/${encodeURIComponent(table)}?since=${ears.since()}`;
    const opened = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = opened;
    heard = Date.now();
    opened.onmessage = (event: MessageEvent<string>) => {
      heard = Date.now();
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "hello") {
        wait = FIRST_WAIT_MS;
        if (message.protocol !== PROTOCOL) {
          linked.value = "old";
          close();
          return;
        }
        linked.value = "open";
        for (const command of outbox.all()) opened.send(JSON.stringify(command));
      }
      if (message.type === "refused" && message.code === "too-fast") {
        repeat(message.id);
        return;
      }
      if ("id" in message) outbox.drop(message.id);
      ears.hear(message);
    };
    opened.onclose = (event) => {
      if (opened === socket) lose(event.code);
    };
  }

  function repeat(id: string): void {
    const command = outbox.all().find((each) => each.id === id);
    window.setTimeout(() => command && post(command), TOO_FAST_MS);
  }

  function post(command: Command): void {
    if (linked.value === "open" && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  }

  function lose(code: number): void {
    socket = null;
    if (closed) return;
    if (code === UNKNOWN_TABLE) {
      linked.value = "gone";
      return;
    }
    linked.value = "lost";
    retry = window.setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  function knock(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 2 * PING_MS) socket.close();
    else socket.send('{"type":"ping"}');
  }

  function hurry(): void {
    if (linked.value === "lost" && socket === null && !document.hidden) connect();
  }

  function close(): void {
    closed = true;
    clearTimeout(retry);
    clearInterval(pinging);
    removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", hurry);
    socket?.close();
  }

  pinging = window.setInterval(knock, PING_MS);
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  connect();

  return {
    linked,
    send(command) {
      outbox.add(command);
      post(command);
    },
    close,
  };
}

interface Outbox {
  readonly all: () => readonly Command[];
  readonly add: (command: Command) => void;
  readonly drop: (id: string) => void;
}

/** Commands not answered yet. Questions are only kept in memory: asked again they cost nothing. */
function keepOutbox(table: string): Outbox {
  const key = `chabudai.outbox.${table}`;
  let waiting = (JSON.parse(sessionStorage.getItem(key) ?? "[]") as Command[]).slice();
  const store = (): void =>
    sessionStorage.setItem(key, JSON.stringify(waiting.filter((command) => command.type !== "ask")));
  return {
    all: () => waiting,
    add(command) {
      waiting = [...waiting, command];
      store();
    },
    drop(id) {
      waiting = waiting.filter((command) => command.id !== id);
      store();
    },
  };
}

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
