/** Permission to watch the table, those who watch, and the reader's agreement to show their cards. */
import { listed } from "../../i18n/language";
import { apart } from "../../i18n/names";
import type { GameScreen } from "../../state/game_screen";
import { nameAt } from "../../state/player_names";
import type { Table } from "../../state/table";
import { Pills } from "../../ui/pills";
import { say } from "./words";

const CHOICES = ["public", "nobody", "after", "seat"] as const;

export function Watching({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  const lobby = table.lobby.value;
  if (lobby === null || lobby.status === "over" || table.guided.value !== null) return null;
  const { who } = lobby.watch;
  const choices = CHOICES.filter((value) => value !== "seat" || who === "seat" || !screen.open);
  return (
    <div class="agreeing" data-testid="watching">
      {table.hello.value?.host && !lobby.silent ? (
        <Pills
          legend={say("watch")}
          pills={choices.map((value) => ({ value, label: say(`watch.${value}`) }))}
          value={who}
          onPick={(picked) => table.send({ type: "let-watch", who: picked })}
        />
      ) : (
        <p class="note">{say(`watch.${who}.said`)}</p>
      )}
      <Watchers table={table} />
      {who === "seat" && table.reader.value !== null && <Consent table={table} mine={table.reader.value} />}
    </div>
  );
}

/** The number and the names of those who watch. */
function Watchers({ table }: { readonly table: Table }) {
  const { names = [], count: n = 0 } = table.lobby.value?.watch ?? {};
  const unnamed = n - names.length;
  const others = unnamed === 1 ? [say("watchers.one")] : unnamed > 1 ? [say("watchers.some", { n: unnamed })] : [];
  return (
    <p class="note" role="status" data-testid="watchers">
      {n > 0 && say("watchers", { n, names: listed([...names.map(apart), ...others]) })}
    </p>
  );
}

/** The reader's own choice whether those who watch see the reader's cards. */
function Consent({ table, mine }: { readonly table: Table; readonly mine: number }) {
  const { silent = false, watch } = table.lobby.value ?? {};
  const shown = watch?.seat ?? null;
  const own = shown === mine;
  if (shown !== null && !own) return <p class="note">{say("shown.other", { name: nameAt(table, shown) })}</p>;
  if (silent && !own) return null;
  return (
    <>
      <button type="button" data-testid="show-hand" onClick={() => table.send({ type: "show-hand", show: !own })}>
        {say(own ? "shown.stop" : "shown.ask")}
      </button>
      <p class="note">{say(own ? "shown.own" : "shown.note")}</p>
    </>
  );
}
