/** The parties and daily deals of this browser: each one tap away. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { screens } from "screens";
import { called } from "../../state/bot_names";
import { listed, t as shell } from "../../i18n/language";
import { apart } from "../../i18n/names";
import { yourTables } from "../../net/api";
import { quit } from "../../net/parties";
import type { YourTable } from "../../net/types.gen";
import { lasting } from "../../platform/storage";
import { isHidden, onVisible } from "../../platform/visibility";
import { failureText } from "../../state/refusals";
import { partyPath, tablePath } from "../../state/routes";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import { KeptRules } from "../offline";
import { isOffline, trouble } from "./table_starts";
import { t } from "./words";

const MOST_SHOWN = 2;
/** The interval between requests for the tables' turns. */
const AGAIN_MS = 5000;

interface Props {
  /** The key in the storage for the number of entries shown, and the space for them until the server answers. */
  readonly kept: string;
  readonly awaited: VNode;
}

export function YourParties({ kept, awaited }: Props) {
  const [tables, setTables] = useState<readonly YourTable[] | null>(null);
  const show = (found: readonly YourTable[]): void => {
    setTables(found);
    if (isOffline()) trouble.value = null;
  };
  // The page itself says if the server cannot be reached.
  const look = (): void => {
    if (!isHidden()) yourTables().then(show, () => undefined);
  };
  useEffect(() => {
    look();
    const timer = window.setInterval(look, AGAIN_MS);
    const stopWatching = onVisible(look);
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  }, []);
  const known = tables?.filter((table) => screens[table.game] && !isUntouched(table)) ?? [];
  const shown = [...known.filter(({ status }) => status !== "over"), ...known.filter(isFriends)].slice(0, MOST_SHOWN);
  useEffect(() => {
    if (tables !== null) lasting.set(kept, String(shown.length));
  }, [tables, shown.length]);
  if (isOffline()) return <KeptRules />;
  if (tables === null) return awaited;
  if (known.length === 0) return null;
  const rest = known.filter((table) => !shown.includes(table));
  return (
    <section class="your-tables" aria-labelledby="your-tables" data-testid="your-tables">
      <h2 id="your-tables">{shell("yours")}</h2>
      <Ways tables={shown} look={look} />
      {rest[0] && (
        <details>
          <summary key={rest.length}>{t(shown[0] ? "yours.more" : "yours.over", { n: rest.length })}</summary>
          <Ways tables={rest} look={look} />
        </details>
      )}
    </section>
  );
}

/** Return whether a table has only bots and its game has not begun: it was left while choosing how to play. */
const isUntouched = ({ status, players, seat, table, party }: YourTable): boolean =>
  status === "lobby" && party === table && players.every(({ kind }, at) => at === seat || kind === "bot");

/** Return whether a table is that of a party with friends whose latest game is over. */
const isFriends = ({ status, players, seat, party }: YourTable): boolean =>
  status === "over" && party !== null && players.some(({ kind }, at) => at !== seat && kind === "guest");

const nameOf = (player: YourTable["players"][number]): string => apart(called(player).name);

/** Return the address of the party's page after a game, otherwise that of the table. */
const pathOf = ({ status, party, table }: YourTable): string => (status === "over" && party !== null ? partyPath(party) : tablePath(table));

interface WaysProps {
  readonly tables: readonly YourTable[];
  readonly look: () => void;
}

function Ways({ tables, look }: WaysProps) {
  return (
    <ul class="ways-back">
      {tables.map((table) => {
        const others = table.players.filter((player, seat) => seat !== table.seat && player.kind !== "open");
        const mine = table.seat !== null && table.to_act.includes(table.seat);
        const names = others[0] ? t("yours.with", { names: listed(others.map(nameOf)) }) : "";
        const state = stateOf(table, mine);
        return (
          <li key={table.table}>
            <Link to={pathOf(table)} look={mine ? "way-back acting" : "way-back"} testid={`way-${table.table}`}>
              <b lang="en">{screens[table.game]?.card.text().title}</b>
              <small key={names}>{names}</small>
              <span key={state}>{state}</span>
            </Link>
            {table.status === "lobby" && table.party === table.table && <Dismiss party={table.party} look={look} />}
          </li>
        );
      })}
    </ul>
  );
}

/** A button that leaves a party whose first game never started. */
function Dismiss({ party, look }: { readonly party: string; readonly look: () => void }) {
  const dismiss = (): void =>
    void quit(party, "leave").then(look, (failure: unknown) => {
      trouble.value = failureText(failure);
    });
  return (
    <button type="button" class="plain" aria-label={t("yours.dismiss")} title={t("yours.dismiss")} data-testid={`dismiss-${party}`} onClick={dismiss}>
      <Icon name="close" />
    </button>
  );
}

function stateOf({ status, to_act, players }: YourTable, mine: boolean): string {
  if (status !== "playing") return t(`yours.${status}`);
  if (mine) return shell("turn.yours");
  const names = to_act.flatMap((seat) => players[seat] ?? []).map(nameOf);
  return t("yours.turn", { names: listed(names) });
}
