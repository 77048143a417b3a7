/** The tables where this browser has a seat: its games in progress, each one tap away. */
import { useEffect, useState } from "preact/hooks";
import { screens } from "screens";
import { yourTables } from "../../net/api";
import { called } from "../../state/bot_names";
import { listed, t } from "../../i18n/language";
import { Link } from "../../ui/link";
import { apart } from "../../i18n/names";
import { tablePath } from "../../state/routes";
import { lasting } from "../../platform/storage";
import type { YourTable } from "../../net/types.gen";
import { isHidden, onVisible } from "../../platform/visibility";

const MOST_SHOWN = 2;
/** The interval between requests for the tables' turns. */
const AGAIN_MS = 5000;
/** The number of tables that were last shown here. The page reserves their space until the server answers. */
const KEPT = "chabudai.tables";

export function YourTables() {
  const [tables, setTables] = useState<readonly YourTable[] | null>(null);
  useEffect(() => {
    // The page itself says if the server cannot be reached.
    const look = (): void => {
      if (!isHidden()) yourTables().then(setTables, () => undefined);
    };
    look();
    const timer = window.setInterval(look, AGAIN_MS);
    const stopWatching = onVisible(look);
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  }, []);
  const known = tables?.filter((table) => screens[table.game] && !isUntouched(table)) ?? [];
  const shown = known.filter(({ status }) => status !== "over").slice(0, MOST_SHOWN);
  const places = tables === null ? Number(lasting.get(KEPT) ?? 0) : shown.length;
  useEffect(() => void lasting.set(KEPT, String(places)), [places]);
  if (tables === null && places > 0) return <Awaited places={places} />;
  if (known.length === 0) return null;
  const rest = known.filter((table) => !shown.includes(table));
  return (
    <section class="your-tables" aria-labelledby="your-tables" data-testid="your-tables">
      <h2 id="your-tables">{t("yours")}</h2>
      <Ways tables={shown} />
      {rest[0] && (
        <details>
          <summary key={rest.length}>{t(shown[0] ? "yours.more" : "yours.over", { n: rest.length })}</summary>
          <Ways tables={rest} />
        </details>
      )}
    </section>
  );
}

/** Return whether a table has only bots and its game has not begun: it was left while choosing how to play. */
const isUntouched = ({ status, players, seat }: YourTable): boolean =>
  status === "lobby" && players.every(({ kind }, at) => at === seat || kind === "bot");

/** Space for tables that the server has not listed yet. */
function Awaited({ places }: { readonly places: number }) {
  return (
    <div class="your-tables" aria-hidden="true">
      <b>{t("yours")}</b>
      {Array.from({ length: places }, (_, at) => (
        <span key={at} class="way-back" />
      ))}
    </div>
  );
}

const nameOf = (player: YourTable["players"][number]): string => apart(called(player).name);

function Ways({ tables }: { readonly tables: readonly YourTable[] }) {
  return (
    <ul class="ways-back">
      {tables.map((table) => {
        const others = table.players.filter((player, seat) => seat !== table.seat && player.kind !== "open");
        const mine = table.seat !== null && table.to_act.includes(table.seat);
        const names = others[0] ? t("yours.with", { names: listed(others.map(nameOf)) }) : "";
        const state = stateOf(table, mine);
        return (
          <li key={table.table}>
            <Link to={tablePath(table.table)} look={mine ? "way-back acting" : "way-back"} testid={`way-${table.table}`}>
              <b lang="en">{screens[table.game]?.card.text().title}</b>
              <small key={names}>{names}</small>
              <span key={state}>{state}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function stateOf({ status, to_act, players }: YourTable, mine: boolean): string {
  if (status !== "playing") return t(`yours.${status}`);
  if (mine) return t("turn.yours");
  const names = to_act.flatMap((seat) => players[seat] ?? []).map(nameOf);
  return t("yours.turn", { names: listed(names) });
}
