/** The WebSocket to a table. It replaces a connection that is closed or silent, resumes from the last seq and
 * resends unanswered commands. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { SITE } from "../platform/site";
import { passing } from "../platform/storage";
import { call, Failure } from "./api";
import { PROTOCOL, type FromClient, type FromServer } from "./types.gen";
import { isHidden, onVisible } from "../platform/visibility";

/** "old": this page is older than the server's protocol. A number is the close code after the server has closed the
 * socket for good, or UNPASSED. */
export type Linked = "joining" | "open" | "lost" | "old" | number;
export type Command = Extract<FromClient, { readonly id: string }>;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PING_MS = 5000;
/** After this many ticks without an answer, the connection is in doubt. They are counted one by one: in a page that was
 * busy or asleep, one long wait would end before the answer that has already arrived is read. */
const SILENT_TICKS = 5;
const TICK_MS = 1000;
/** Time for a handshake, and for the first message after it. */
const ANSWER_MS = 10000;
/** Minimum time for a handshake while the kept socket may still answer; at random up to twice this, for slow networks.
 * Browsers open one WebSocket to a host at a time, so one that hangs is closed before the next is tried. */
const HANDSHAKE_MS = 2000;
/** The close codes after which no further socket is opened: the table does not exist, or its stored data cannot be
 * read. */
const FINAL = [4404, 4500];
/** The close codes after which a socket is opened only by `reopen`, or when the page is shown again: the reader may not
 * watch, or not yet. */
export const UNSEEN: readonly Linked[] = [4403, 4425];

/** The server answers, but a proxy does not pass WebSockets on. The page keeps trying. */
const UNPASSED = 426;
/** Close code of a handshake that failed. Any other comes from the server, so that no proxy is at fault. */
const REFUSED = 1006;

export interface Socket {
  readonly linked: ReadonlySignal<Linked>;
  /** Whether the server has sent nothing for SILENT_TICKS although it owes an answer. */
  readonly slow: ReadonlySignal<boolean>;
  /** Send a command; it is sent again after a lost connection until it is answered. */
  readonly send: (command: Command) => void;
  /** Forget the unanswered commands. */
  readonly forget: () => void;
  /** Open a new socket, because this browser may have a different seat now. */
  readonly reopen: () => void;
  readonly close: () => void;
}

interface Listener {
  /** The last seq this page has seen. */
  readonly since: () => number;
  /** The name under which the reader watches. */
  readonly name: () => string;
  /** Further parameters of the socket's address. */
  readonly query: string;
  readonly receive: (message: FromServer) => void;
}

export function openSocket(table: string, listener: Listener): Socket {
  const linked = signal<Linked>("joining");
  const slow = signal(false);
  const outbox = keepOutbox(table);
  const path = `/ws/${encodeURIComponent(table)}`;
  /** The socket that answered last. */
  let kept: WebSocket | null = null;
  /** A second socket, while the kept one is closed or in doubt. The first of the two to answer is kept. */
  let rival: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let retry = 0;
  let asked = 0;
  let closed = false;
  let greeted = false;

  function post(socket: WebSocket, text: string): void {
    socket.send(text);
    if (asked === 0) awaitAnswer(SILENT_TICKS);
  }

  function awaitAnswer(ticks: number): void {
    asked = window.setTimeout(() => {
      if (ticks > 1) return awaitAnswer(ticks - 1);
      slow.value = true;
      if (rival === null) contend();
    }, TICK_MS);
  }

  function answered(): void {
    clearTimeout(asked);
    asked = 0;
    slow.value = false;
  }

  /** Open a second socket, replacing one that has not answered in time. */
  function contend(): void {
    rival?.close();
    const query = `?since=${listener.since()}&name=${encodeURIComponent(listener.name())}${listener.query}`;
    const opened = new WebSocket(SITE.replace("http", "ws") + path + query);
    rival = opened;
    contendIn(kept === null ? ANSWER_MS : HANDSHAKE_MS * (1 + Math.random()));
    opened.onopen = () => {
      if (opened === rival) contendIn(ANSWER_MS);
    };
    opened.onmessage = (event: MessageEvent<string>) => {
      if (opened !== kept && opened !== rival) return;
      keep(opened);
      receive(opened, JSON.parse(event.data) as FromServer);
    };
    opened.onclose = (event) => {
      if (opened === rival) rival = null;
      else if (opened === kept) kept = null;
      else return;
      closedBy(event.code);
    };
  }

  function contendIn(ms: number): void {
    clearTimeout(retry);
    retry = window.setTimeout(contend, ms);
  }

  /** Keep a socket that has answered and close the other one. */
  function keep(socket: WebSocket): void {
    const other = socket === kept ? rival : kept;
    kept = socket;
    rival = null;
    clearTimeout(retry);
    answered();
    other?.close();
  }

  function receive(socket: WebSocket, message: FromServer): void {
    if (message.type === "hello") {
      wait = FIRST_WAIT_MS;
      if (message.protocol !== PROTOCOL) {
        linked.value = "old";
        close();
        return;
      }
      greeted = true;
      linked.value = "open";
    }
    if ("id" in message) outbox.drop(message.id);
    listener.receive(message);
    // The listener may first say who is looking.
    if (message.type === "hello") for (const command of outbox.all()) post(socket, JSON.stringify(command));
  }

  function closedBy(code: number): void {
    if (closed) return;
    if (FINAL.includes(code)) {
      linked.value = code;
      close();
      return;
    }
    if (UNSEEN.includes(code)) {
      linked.value = code;
      answered();
      clearTimeout(retry);
      return;
    }
    // While the kept socket is open, the timer started for the closed rival opens the next one.
    if (kept !== null) return;
    answered();
    if (typeof linked.value !== "number") linked.value = "lost";
    if (!greeted && code === REFUSED) void explain();
    if (rival !== null) return;
    contendIn(wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT_MS, wait * 2);
  }

  /** Find out why no socket has been open yet: whether the server answers, but not to WebSockets. */
  async function explain(): Promise<void> {
    const failure: unknown = await call(path).catch((why: unknown) => why);
    if (failure instanceof Failure && failure.code === "malformed" && linked.value === "lost") linked.value = UNPASSED;
  }

  function ping(): void {
    if (kept?.readyState === WebSocket.OPEN) post(kept, '{"type":"ping"}');
  }

  /** The network may have changed while the page slept, and no event says whether a socket survived that. A wait that
   * began before says nothing about it. */
  function doubt(): void {
    if (isHidden()) return;
    answered();
    ping();
    contend();
  }

  function reopen(): void {
    const old = kept;
    kept = null;
    contend();
    old?.close();
  }

  function close(): void {
    closed = true;
    answered();
    clearTimeout(retry);
    clearInterval(pings);
    removeEventListener("online", doubt);
    stopWatching();
    kept?.close();
    rival?.close();
  }

  const pings = window.setInterval(ping, PING_MS);
  addEventListener("online", doubt);
  const stopWatching = onVisible(doubt);
  contend();

  return {
    linked,
    slow,
    send(command) {
      outbox.add(command);
      if (kept?.readyState === WebSocket.OPEN) post(kept, JSON.stringify(command));
    },
    forget: () => outbox.drop(),
    reopen,
    close,
  };
}

interface Outbox {
  readonly all: () => readonly Command[];
  readonly add: (command: Command) => void;
  /** Forget a command, or all of them. */
  readonly drop: (id?: string) => void;
}

/** Store commands that are not answered yet. Questions, and answers to who is looking, are not stored across a reload. */
function keepOutbox(table: string): Outbox {
  const key = `chabudai.outbox.${table}`;
  let waiting = [...(passing.getList(key) as readonly Command[])];
  const store = (): boolean =>
    passing.set(key, JSON.stringify(waiting.filter((command) => !/^(ask|un)/.test(command.type))));
  return {
    all: () => waiting,
    add(command) {
      waiting = [...waiting, command];
      store();
    },
    drop(id) {
      waiting = waiting.filter((command) => id !== undefined && command.id !== id);
      store();
    },
  };
}

export function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
