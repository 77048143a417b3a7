/** A party as the page knows it. It follows the party to its next table. */
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { Failure } from "../../net/api";
import { partyAt, quit as quitParty, type Way } from "../../net/parties";
import type { Party } from "../../net/types.gen";
import { isHidden, onVisible } from "../../platform/visibility";
import { failureText } from "../../state/refusals";
import { go, tablePath } from "../../state/routes";
import { openTable, type Table } from "../../state/table";
import { callTo } from "../../table/party/following";
import { announce } from "../../ui/announcements";
import { titleOf } from "./score";
import { t } from "./words";

/** The interval between requests during a game. */
const AGAIN_MS = 3000;
/** The number of intervals between requests before and after a game. The table's socket then reports all changes except
 * that a guest leaves the party. */
const SELDOM = 5;

export interface Following {
  readonly party: ReadonlySignal<Party | null>;
  /** The reason why the party cannot be shown now, or an empty string. */
  readonly trouble: ReadonlySignal<string>;
  readonly look: () => void;
  /** Leave or delete the party, and go to the front page. Throws a `Failure`. */
  readonly quit: (way: Way) => Promise<void>;
  readonly stop: () => void;
}

/** Follow a party until it opens its next table, and go there. */
export function follow(id: string): Following {
  const party = signal<Party | null>(null);
  const trouble = signal("");
  let table: Table | null = null;
  let unwatch = (): void => undefined;
  let stopped = false;
  let quitting = false;

  function look(): void {
    if (quitting) return;
    void partyAt(id).then(show, (failure: unknown) => {
      trouble.value = failureText(failure);
      if (failure instanceof Failure && failure.code === "unknown-table") stop();
    });
  }

  async function quit(way: Way): Promise<void> {
    quitting = true;
    try {
      await quitParty(id, way);
      stop();
      go("/");
    } finally {
      quitting = false;
    }
  }

  function show(found: Party): void {
    if (stopped) return;
    const before = party.peek();
    if (before !== null && before.table !== found.table) return move(found);
    party.value = found;
    trouble.value = "";
    if (found.status === "playing") hangUp();
    else listen(found.table);
  }

  function move({ table: next, game }: Party): void {
    if (table !== null) callTo(next, table);
    stop();
    announce("now", t("called", { game: titleOf(game) }));
    go(tablePath(next));
  }

  /** Open the table's socket, so that its guest is present and learns of the next table. It does not count as having
   * seen the game. */
  function listen(id: string): void {
    if (table !== null) return;
    const opened = openTable(id, () => undefined);
    table = opened;
    let first = true;
    unwatch = effect(() => {
      if (opened.lobby.value === null) return;
      if (!first) look();
      first = false;
    });
  }

  function hangUp(): void {
    unwatch();
    table?.close();
    table = null;
  }

  function stop(): void {
    stopped = true;
    hangUp();
    clearInterval(timer);
    unsee();
  }

  let ticks = 0;
  const timer = window.setInterval(() => {
    ticks += 1;
    if (!isHidden() && (table?.linked.peek() !== "open" || ticks % SELDOM === 0)) look();
  }, AGAIN_MS);
  const unsee = onVisible(look);
  look();
  return { party, trouble, look, quit, stop };
}
