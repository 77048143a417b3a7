/** The WebSocket to a table. It reconnects by itself, resumes from the last seq and resends what was not answered. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { passing } from "./storage";
import { PROTOCOL, type FromClient, type FromServer } from "./types.gen";

/** "gone": the server knows no such table. "unreadable": it cannot read what it has stored of it.
 * "old": this page is older than the server's protocol. */
export type Linked = "joining" | "open" | "lost" | "gone" | "unreadable" | "old";
export type Command = Extract<FromClient, { readonly id: string }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PING_MS = 5000;
const DEAD_MS = 30000;
/** After so long without an answer the connection is called slow. */
const SLOW_MS = 4000;
const UNKNOWN_TABLE = 4404;
const UNREADABLE = 4500;

export interface Socket {
  readonly linked: ReadonlySignal<Linked>;
  /** The server has been silent for a while although it was asked. */
  readonly slow: ReadonlySignal<boolean>;
  /** Send a command; it is sent again after a lost connection until it is answered. */
  readonly send: (command: Command) => void;
  /** Open a new socket, because this browser may have another seat now. */
  readonly reopen: () => void;
  readonly close: () => void;
}

interface Listener {
  /** The last seq this page has seen. */
  readonly since: () => number;
  readonly receive: (message: FromServer) => void;
}

export function openSocket(table: string, listener: Listener): Socket {
  const linked = signal<Linked>("joining");
  const slow = signal(false);
  const outbox = keepOutbox(table);
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let pings = 0;
  let lastMessage = 0;
  let asked = 0;
  let closed = false;

  function post(opened: WebSocket, text: string): void {
    opened.send(text);
    asked ||= window.setTimeout(() => (slow.value = true), SLOW_MS);
  }

  function answered(): void {
    clearTimeout(asked);
    asked = 0;
    slow.value = false;
  }

  function connect(): void {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/ws/${encodeURIComponent(table)}?since=${listener.since()}`;
    const opened = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = opened;
    lastMessage = Date.now();
    opened.onmessage = (event: MessageEvent<string>) => {
      lastMessage = Date.now();
      answered();
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "hello") {
        wait = FIRST_WAIT_MS;
        if (message.protocol !== PROTOCOL) {
          linked.value = "old";
          close();
          return;
        }
        linked.value = "open";
        for (const command of outbox.all()) post(opened, JSON.stringify(command));
      }
      if ("id" in message) outbox.drop(message.id);
      listener.receive(message);
    };
    opened.onclose = (event) => {
      if (opened === socket) closedBy(event.code);
    };
  }

  function closedBy(code: number): void {
    socket = null;
    answered();
    if (closed) return;
    if (code === UNKNOWN_TABLE || code === UNREADABLE) {
      linked.value = code === UNKNOWN_TABLE ? "gone" : "unreadable";
      return;
    }
    linked.value = "lost";
    retry = window.setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  function ping(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - lastMessage > DEAD_MS) socket.close();
    else post(socket, '{"type":"ping"}');
  }

  function reconnectNow(): void {
    if (linked.value === "lost" && socket === null && !document.hidden) connect();
  }

  function reopen(): void {
    const old = socket;
    connect();
    old?.close();
  }

  function close(): void {
    closed = true;
    clearTimeout(asked);
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
    slow,
    send(command) {
      outbox.add(command);
      const open = linked.value === "open" && socket?.readyState === WebSocket.OPEN;
      if (open && socket) post(socket, JSON.stringify(command));
    },
    reopen,
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
  let waiting = [...(passing.getList(key) as readonly Command[])];
  const store = (): boolean =>
    passing.set(key, JSON.stringify(waiting.filter((command) => command.type !== "ask")));
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
