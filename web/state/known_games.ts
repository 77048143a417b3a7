/** The games that this browser's reader has played or learnt. The first move in any other one is coached. */
import { signal } from "@preact/signals";
import { lasting } from "../platform/storage";
import type { GameScreen } from "./game_screen";
import type { Table } from "./table";

const KEPT = "chabudai.learnt";

const known = signal(lasting.get(KEPT) ?? "");

export function rememberGame(game: string): void {
  if (known.value.includes(game)) return;
  known.value = `${known.value} ${game}`;
  lasting.set(KEPT, known.value);
}

/** Whether a table coaches the reader's first move: they are new to its game, and alone with bots. */
export function coaches(table: Table, screen: GameScreen): boolean {
  const [lobby, hello] = [table.lobby.value, table.hello.value];
  if (!screen.firstMove || !hello || known.value.includes(hello.game) || table.guided.value) return false;
  if (lobby?.status !== "playing" || lobby.daily) return false;
  return lobby.chairs.length > 1 && lobby.chairs.every(({ kind }, seat) => (kind === "guest") === (seat === table.seat.value));
}
