/** The WebSocket to a table. It reconnects by itself, resumes from the last seq and resends what was not answered. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { PROTOCOL, type FromClient, type FromServer } from "./types.gen";

/** "gone": the server knows no such table. "old": this page is older than the server's protocol. */
export type Linked = "joining" | "open" | "lost" | "gone" | "old";
export type Command = Extract<FromClient, { readonly id: string }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PING_MS = 15000;
const UNKNOWN_TABLE = 4404;

export interface Socket {
  readonly linked: ReadonlySignal<Linked>;
  /** Send a command; it is sent again after a lost connection until it is answered. */
  readonly send: (command: Command) => void;
  readonly close: () => void;
}

interface Listener {
  /** The last seq this page has seen. */
  readonly since: () => number;
  readonly receive: (message: FromServer) => void;
}

export function openSocket(table: string, listener: Listener): Socket {
  const linked = signal<Linked>("joining");
  const outbox = keepOutbox(table);
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let pings = 0;
  let lastMessage = 0;
  let closed = false;

  function connect(): void {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/ws/${encodeURIComponent(table)}?since=${listener.since()}`;
    const opened = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = opened;
    lastMessage = Date.now();
    opened.onmessage = (event: MessageEvent<string>) => {
      lastMessage = Date.now();
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
      if ("id" in message) outbox.drop(message.id);
      listener.receive(message);
    };
    opened.onclose = (event) => {
      if (opened === socket) closedBy(event.code);
    };
  }

  function post(command: Command): void {
    if (linked.value === "open" && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
  }

  function closedBy(code: number): void {
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

  function ping(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - lastMessage > 2 * PING_MS) socket.close();
    else socket.send('{"type":"ping"}');
  }

  function reconnectNow(): void {
    if (linked.value === "lost" && socket === null && !document.hidden) connect();
  }

  function close(): void {
    closed = true;
    clearTimeout(retry);
    clearInterval(pings);
    removeEventListener("online", reconnectNow);
    document.removeEventListener("visibilitychange", reconnectNow);
    socket?.close();
  }

  pings = window.setInterval(ping, PING_MS);
  addEventListener("online", reconnectNow);
  document.addEventListener("visibilitychange", reconnectNow);
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

/** Commands that are not answered yet. Questions are not kept over a reload. */
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
