/** A table as this page knows it: what the server said, and what is shown of it. */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { withBots } from "./bots";
import { hasty, unhurried } from "./motion";
import { freshId, openSocket, type Command, type Linked } from "./socket";
import type { Answered, Chair, FromServer, Hello, Lobby, Refused, Told, Update } from "./types.gen";

/** More steps at once are not played one by one. */
const MOST_PLAYED = 3;

/** The table at a seq, as shown; `until` is when the clock runs out (performance.now). */
export interface Shown {
  readonly seq: number;
  readonly view: unknown;
  readonly toAct: readonly number[];
  readonly legal: readonly unknown[];
  readonly until: number | null;
}

type WithoutId<C> = C extends Command ? Omit<C, "id"> : never;
/** A command of the lobby or of play, before it is numbered. */
export type Wish = WithoutId<Command>;

export interface Table {
  readonly id: string;
  readonly linked: ReadonlySignal<Linked>;
  readonly hello: ReadonlySignal<Hello | null>;
  readonly lobby: ReadonlySignal<Lobby | null>;
  readonly seat: ReadonlySignal<number | null>;
  readonly chairs: ReadonlySignal<readonly Chair[]>;
  readonly shown: ReadonlySignal<Shown | null>;
  readonly story: ReadonlySignal<readonly Told[]>;
  /** The action on its way to the server. */
  readonly pending: ReadonlySignal<unknown>;
  readonly refusal: ReadonlySignal<Refused | null>;
  readonly forgive: () => void;
  readonly wish: (wish: Wish) => void;
  readonly act: (action: unknown) => void;
  /** The answer to a question of the game; null when it was refused. */
  readonly ask: (question: unknown) => Promise<unknown>;
  /** How steps are played for the eye, and what is done with each new one. */
  readonly watch: (watcher: Watcher) => void;
  readonly close: () => void;
}

export interface Watcher {
  readonly enact: (events: readonly unknown[]) => Promise<void>;
  /** `live`: it happens now; otherwise it is the past, told after coming in. */
  readonly arrived: (news: readonly Told[], shown: Shown, live: boolean) => void;
}

export function openTable(id: string): Table {
  const hello = signal<Hello | null>(null);
  const gathered = signal<Lobby | null>(null);
  const lobby = computed(() => gathered.value && withBots(gathered.value));
  const shown = signal<Shown | null>(null);
  const story = signal<readonly Told[]>([]);
  const pending = signal<{ readonly id: string; readonly action: unknown } | null>(null);
  const refusal = signal<Refused | null>(null);
  const questions = new Map<string, (answer: unknown) => void>();
  let watcher: Watcher | null = null;
  let newest = 0;
  let waiting: Update[] = [];
  let busy = false;

  const socket = openSocket(id, { since: () => newest, receive });

  function receive(message: FromServer): void {
    switch (message.type) {
      case "hello":
        hello.value = message;
        break;
      case "lobby":
        gathered.value = message;
        break;
      case "update":
        newest = message.seq;
        waiting.push(message);
        void catchUp();
        break;
      case "accepted":
        if (pending.value?.id === message.id) pending.value = null;
        break;
      case "refused":
        refuse(message);
        break;
      case "answered":
        answer(message);
        break;
      case "pong":
        break;
    }
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

  function answer(message: Answered): void {
    questions.get(message.id)?.(message.answer);
    questions.delete(message.id);
  }

  /** Play and show what has come, one update after the other. */
  async function catchUp(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let update = waiting.shift(); update !== undefined; update = waiting.shift()) await take(update);
    busy = false;
  }

  async function take(update: Update): Promise<void> {
    const live = shown.value !== null;
    const before = shown.value?.seq ?? 0;
    const news = update.news.filter((told) => told.seq > before && told.events.length > 0);
    const next: Shown = {
      seq: update.seq,
      view: update.view,
      toAct: update.to_act,
      legal: update.legal,
      until: update.left_ms === null ? null : performance.now() + update.left_ms,
    };
    watcher?.arrived(news, next, live);
    if (live && news.length <= MOST_PLAYED) {
      unhurried();
      for (const told of news) if (!hasty()) await watcher?.enact(told.events);
    }
    batch(() => {
      story.value = [...story.value, ...news];
      if (news.length > 0) refusal.value = null;
      shown.value = next;
    });
  }

  function say(wish: Wish): string {
    const id = freshId();
    socket.send({ ...wish, id });
    return id;
  }

  return {
    id,
    linked: socket.linked,
    hello,
    lobby,
    shown,
    story,
    refusal,
    seat: computed(() => hello.value?.seat ?? null),
    chairs: computed(() => lobby.value?.chairs ?? []),
    pending: computed(() => pending.value?.action ?? null),
    forgive: () => (refusal.value = null),
    wish(wish) {
      refusal.value = null;
      say(wish);
    },
    act(action) {
      if (pending.value !== null || shown.value === null) return;
      refusal.value = null;
      pending.value = { id: say({ type: "act", head: shown.value.seq, action }), action };
    },
    ask: (question) =>
      new Promise((resolve) => {
        questions.set(say({ type: "ask", question }), resolve);
      }),
    watch: (next) => (watcher = next),
    close: socket.close,
  };
}
