/** The state of a table in this page: the server's messages, and what is shown of them. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { withBots } from "./bot_names";
import { pause, resumeMotion, skipsMotion } from "./motion";
import { keepInvitation } from "./invitations";
import { lastSeen, rememberSeen } from "./last_seen";
import { freshId, openSocket, type Command, type Linked } from "../net/socket";
import type { Chair, FromServer, Guided, Hello, Judged, Lobby, Refused, Talked, Telling, Told, Update } from "../net/types.gen";
import { myName } from "../i18n/names";
import { pageTime } from "../platform/clock";

/** The maximum number of steps to animate when several arrive together or wait to be shown; earlier ones are not
 * animated. */
const MOST_PLAYED = 3;

const NOTHING_OWED = { toAct: [], legal: [], until: null, since: [] };

/** The visible state of the table, as of a seq. `until` is the time at which the clock runs out. `since` is the time at
 * which each seat in `toAct` began to owe its move or gave its last command. Both are on the clock of pageTime. */
export interface Shown {
  readonly seq: number;
  readonly view: unknown;
  readonly toAct: readonly number[];
  readonly legal: readonly unknown[];
  readonly until: number | null;
  readonly since: readonly number[];
  /** The seat whose view a reader without a seat sees, if any. */
  readonly eyes: number | null;
}

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;
/** A command without its id. */
export type CommandBody = WithoutId<Command>;

export interface Table {
  readonly id: string;
  /** Whether this is the replay of a finished game, where steps have their own numbers. */
  readonly again?: true;
  readonly linked: ReadonlySignal<Linked>;
  /** Whether the table cannot be opened, its game cannot be watched, or the curtain hides it. */
  readonly closed: ReadonlySignal<boolean>;
  readonly slow: ReadonlySignal<boolean>;
  readonly hello: ReadonlySignal<Hello | null>;
  readonly lobby: ReadonlySignal<Lobby | null>;
  /** The seat whose view is shown. */
  readonly seat: ReadonlySignal<number | null>;
  /** The reader's own seat, which in a replay may differ from the seat whose view is shown. */
  readonly reader: ReadonlySignal<number | null>;
  readonly chairs: ReadonlySignal<readonly Chair[]>;
  /** For each seat, the time when its guest went away, on the clock of pageTime, or null if they are present
   * or there is no guest. */
  readonly gone: ReadonlySignal<readonly (number | null)[]>;
  /** The seats whose guests may have been away for longer than `gone` says. */
  readonly longer: ReadonlySignal<readonly number[]>;
  /** Convert a time of the server to the clock of pageTime. */
  readonly onPage: (at: number) => number;
  readonly shown: ReadonlySignal<Shown | null>;
  /** Whether newer steps have arrived and are being shown. */
  readonly behind: ReadonlySignal<boolean>;
  /** The current lesson, if this is a guide's table, or the latest judgement, if this is that of a moment. */
  readonly guided: ReadonlySignal<Guided | Judged | null>;
  /** The messages about signs since the connection was opened. The last one says what the reader may send now. */
  readonly talked: ReadonlySignal<readonly Talked[]>;
  readonly story: ReadonlySignal<readonly Told[]>;
  /** Return the sentences that describe an event of this table, the most important first. */
  readonly tellings: (event: unknown) => readonly Telling[];
  /** The action that was sent, until its result is shown or it is refused; otherwise null. */
  readonly pending: ReadonlySignal<unknown>;
  readonly refusal: ReadonlySignal<Refused | null>;
  readonly clearRefusal: () => void;
  readonly send: (body: CommandBody) => void;
  /** Send a command. Resolves to whether it was carried out. */
  readonly request: (body: CommandBody) => Promise<boolean>;
  /** The events since this browser's last visit, if a bot, a clock or another seat has moved for a guest since then. */
  readonly missed: Signal<readonly Told[]>;
  readonly act: (action: unknown) => void;
  /** Ask the game a question. Resolves to null if it was refused. */
  readonly ask: (question: unknown) => Promise<unknown>;
  /** Send a command. Resolves to its answer, true if it was carried out, or null if it was refused. */
  readonly answerTo: (body: CommandBody) => Promise<unknown>;
  /** Show the view of a seat that is played on this device, from its step `since`, or close the curtain if it is null. */
  readonly look: (seat: number | null, since?: number) => void;
  /** Set the watcher that animates steps and receives new ones. */
  readonly watch: (watcher: Watcher) => void;
  /** Connect to the table again after this browser was given a seat. */
  readonly reopen: () => void;
  readonly close: () => void;
}

export interface Watcher {
  /** Called with the events of a step and the number of updates that wait. */
  readonly enact: (events: readonly unknown[], behind?: number) => Promise<void>;
  /** Whether `enact` is called for every step, also if many wait or the reader wants no motion. */
  readonly patient?: true;
  /** Called before the last step of a game is animated. */
  readonly prepareEnd?: () => void;
  /** Called with new steps once their animations have ended. Steps from before the page was opened are not new. */
  readonly tell: (news: readonly Told[]) => void;
}

/** Return whether an id is that of a private table, such as a guide or a moment of a review. */
export const isPrivate = (id: string): boolean => id.includes("/");

/** Whether several players share this device, and the view of none of them is shown. */
const isCurtain = (hello: Hello | null): boolean => hello?.seat === null && hello.hands[0] !== undefined;

/** Open a table. `remember` stores the last step that the reader has seen, and `query` is added to the socket's address. */
export function openTable(id: string, remember = rememberSeen, query = ""): Table {
  const hello = signal<Hello | null>(null);
  const gathered = signal<Lobby | null>(null);
  const lobby = computed(() => gathered.value && withBots(gathered.value));
  const gone = signal<readonly (number | null)[]>([]);
  const longer = signal<readonly number[]>([]);
  const latest = signal<Shown | null>(null);
  // An ended game waits for no seat.
  const shown = computed(() => latest.value && (lobby.value?.ended ? { ...latest.value, ...NOTHING_OWED } : latest.value));
  const behind = signal(false);
  const guided = signal<Guided | Judged | null>(null);
  const talked = signal<readonly Talked[]>([]);
  const story = signal<readonly Told[]>([]);
  const tellings = new Map<unknown, readonly Telling[]>();
  const missed = signal<readonly Told[]>([]);
  /** The last step that the reader had seen when the page opened; null once the news has been shown. */
  let seen: number | null = null;
  /** `done` is the step that the action made, once it is known. */
  const pending = signal<{ readonly id: string; readonly action: unknown; readonly done: number } | null>(null);
  const refusal = signal<Refused | null>(null);
  const questions = new Map<string, (answer: unknown) => void>();
  let watcher: Watcher | null = null;
  // A guide continues at the last step that this browser has seen.
  let newest = isPrivate(id) ? (lastSeen(id) ?? 0) : 0;
  let waiting: (Update & Pick<Shown, "eyes">)[] = [];
  /** The difference between the server's clock and pageTime. */
  let ahead = 0;

  /** The seat that the reader has said to play, while several are played on this device. */
  let opened: number | null = null;

  const seat = computed(() => hello.value?.seat ?? null);
  const socket = openSocket(id, { since: () => newest, name: myName, query, receive });

  function receive(message: FromServer): void {
    switch (message.type) {
      case "hello":
        // Sent before the curtain was closed, or for a player who looked before.
        if (isCurtain(hello.value) && message.hands[0] !== undefined && message.seat !== null && message.seat !== opened) break;
        if (isCurtain(message) && opened !== null) return look(opened, newest); // a new socket does not know who is looking
        if (isCurtain(hello.value) || isCurtain(message)) forget();
        hello.value = message;
        ahead = message.now - pageTime();
        talked.value = [];
        seen = latest.value?.seq ?? lastSeen(id);
        break;
      case "lobby":
        gathered.value = message;
        break;
      case "invitation":
        keepInvitation(gathered.peek()?.party ?? id, message);
        break;
      case "presence":
        gone.value = message.away_ms.map((away) => (away === null ? null : pageTime() - away));
        longer.value = message.longer;
        break;
      case "update":
        if (isCurtain(hello.value)) break;
        newest = message.seq;
        waiting.push({ ...message, eyes: (hello.value?.seat === null ? gathered.value?.watch.seat : null) ?? null });
        void catchUp();
        break;
      case "accepted":
        settle(message.id, true);
        if (pending.value?.id === message.id) pending.value = { ...pending.value, done: message.seq };
        forgetDone();
        break;
      case "refused":
        refuse(message);
        break;
      case "answered":
        settle(message.id, message.answer);
        break;
      case "talk":
        talked.value = [...talked.value, message];
        break;
      case "pong":
        break;
      default:
        guided.value = message;
    }
  }

  /** Forget everything that a player saw before another one looks. */
  function forget(): void {
    newest = 0;
    waiting = [];
    tellings.clear();
    batch(() => {
      latest.value = pending.value = refusal.value = null;
      story.value = missed.value = [];
    });
  }

  function look(next: number | null, since = 0): void {
    opened = next;
    if (next !== null) return void answerTo({ type: "uncover", seat: next, since }).then((done) => done ?? look(null));
    if (hello.value) hello.value = { ...hello.value, seat: null, to_act: latest.value?.toAct ?? [] };
    forget();
    socket.forget(); // the next player must not make these moves
    submit({ type: "cover" });
  }

  function refuse(message: Refused): void {
    const asked = questions.get(message.id);
    if (asked) {
      questions.delete(message.id);
      asked(null);
      return;
    }
    batch(() => {
      if (pending.value?.id === message.id) pending.value = null;
      refusal.value = message;
    });
  }

  /** Clear the pending action once the page shows its result: before that, it could be sent twice. */
  function forgetDone(): void {
    if (pending.value !== null && (latest.value?.seq ?? 0) >= pending.value.done) pending.value = null;
  }

  function settle(id: string, answer: unknown): void {
    questions.get(id)?.(answer);
    questions.delete(id);
  }

  /** Animate and show the waiting updates, one after another. */
  async function catchUp(): Promise<void> {
    if (behind.value) return;
    behind.value = true;
    for (let update = waiting.shift(); update !== undefined; update = waiting.shift()) {
      await take(update);
      // Draw each update before the next begins: both in one task would block a phone.
      await pause(0);
    }
    behind.value = false;
  }

  async function take(update: (typeof waiting)[0]): Promise<void> {
    const live = latest.value !== null;
    const said = story.value;
    const before = latest.value?.seq ?? 0;
    const news = update.news.filter((told) => told.seq > before && told.events.length > 0);
    const next: Shown = {
      seq: update.seq,
      view: update.view,
      toAct: update.to_act,
      legal: update.legal,
      until: update.left_ms === null ? null : pageTime() + update.left_ms,
      since: update.since.map((at) => (at === 0 ? Infinity : at - ahead)),
      eyes: update.eyes,
    };
    for (const told of news) told.events.forEach((event, at) => tellings.set(event, told.tellings[at] ?? []));
    if (live && next.toAct.length === 0) watcher?.prepareEnd?.();
    if (live && (watcher?.patient || news.length + waiting.length <= MOST_PLAYED)) {
      resumeMotion();
      for (const told of news) if (watcher?.patient || !skipsMotion()) await watcher?.enact(told.events, waiting.length);
    }
    if (story.value !== said) return;
    if (live) watcher?.tell(news);
    batch(() => {
      story.value = [...story.value, ...news];
      const unseen = news.filter((told) => seen !== null && told.seq > seen);
      if (unseen.some((told) => told.instead)) missed.value = unseen;
      seen = null;
      if (update.seq > before && !owesTheSame(latest.value, next)) refusal.value = null;
      latest.value = next;
      forgetDone();
      remember(id, next.seq);
    });
  }

  /** Return whether the reader has the same legal moves as before. A refusal then still applies. */
  function owesTheSame(before: Shown | null, after: Shown): boolean {
    const owed = [before, after].every((shown) => shown?.toAct.some((seat) => seat === hello.value?.seat));
    return owed && JSON.stringify(before?.legal) === JSON.stringify(after.legal);
  }

  function submit(body: CommandBody): string {
    const id = freshId();
    socket.send({ ...body, id });
    return id;
  }

  const answerTo = (body: CommandBody): Promise<unknown> =>
    new Promise((resolve) => {
      questions.set(submit(body), resolve);
    });

  return {
    id,
    linked: socket.linked,
    closed: computed(() => typeof socket.linked.value === "number" || (seat.value === null && lobby.value?.watch.open === false) || isCurtain(hello.value)),
    slow: socket.slow,
    hello,
    lobby,
    shown,
    behind,
    guided,
    talked,
    story,
    tellings: (event) => tellings.get(event) ?? [],
    refusal,
    seat,
    reader: seat,
    gone,
    longer,
    onPage: (at) => at - ahead,
    chairs: computed(() => lobby.value?.chairs ?? []),
    pending: computed(() => pending.value?.action ?? null),
    clearRefusal: () => (refusal.value = null),
    send(body) {
      refusal.value = null;
      submit(body);
    },
    act(action) {
      if (pending.value !== null || shown.value === null) return;
      refusal.value = null;
      pending.value = { id: submit({ type: "act", head: shown.value.seq, action }), action, done: Infinity };
    },
    request: async (body) => {
      refusal.value = null;
      return (await answerTo(body)) === true;
    },
    missed,
    ask: (question) => answerTo({ type: "ask", question }),
    answerTo,
    look,
    watch: (next) => (watcher = next),
    reopen: socket.reopen,
    close: socket.close,
  };
}
