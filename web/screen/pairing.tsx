/** The host's page for pairing a big screen: which of the host's tables it should show. */
import { useEffect, useState } from "preact/hooks";
import { screens } from "screens";
import { listed, t } from "../i18n/language";
import { apart } from "../i18n/names";
import { yourTables } from "../net/api";
import { isUnknownCode, pairScreen } from "../net/screens";
import type { YourTable } from "../net/types.gen";
import { called } from "../state/bot_names";
import { failureText } from "../state/refusals";
import { go, tablePath } from "../state/routes";
import { Message } from "../ui/message";
import { say, spaced } from "./words";

/** The maximum number of tables to choose from, the current ones first. */
const MOST_SHOWN = 4;

export function Pairing({ code }: { readonly code: string }) {
  const [tables, setTables] = useState<readonly YourTable[] | null>(null);
  const [trouble, setTrouble] = useState("");
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    yourTables().then(
      (found) => setTables(found.filter(({ game, party, seat }) => screens[game] && party !== null && seat !== null).slice(0, MOST_SHOWN)),
      (failure: unknown) => setTrouble(failureText(failure)),
    );
  }, []);
  const pair = ({ party, table }: YourTable): void => {
    pairScreen(party ?? "", code).then(
      () => setShown(table),
      (failure: unknown) => setTrouble(isUnknownCode(failure) ? say("pair.unknown") : failureText(failure)),
    );
  };
  const back = (table: string) => (
    <button type="button" data-testid="to-table" onClick={() => go(tablePath(table))}>
      {say("pair.back")}
    </button>
  );
  if (shown !== null) return <Message title={say("pair.shown")}>{back(shown)}</Message>;
  if (tables?.length === 0) return <Message title={say("pair.none")} text={say("pair.none.text", { code: spaced(code), menu: t("invite") })} />;
  return (
    <Message title={say("pair.question", { code: spaced(code) })}>
      <p>{say("pair.only")}</p>
      <div class="pairing-ways">
        {tables?.map((table, at) => (
          <button key={table.table} type="button" class={at === 0 ? "primary" : ""} data-testid={`show-${table.party}`} onClick={() => pair(table)}>
            {labelOf(table)}
          </button>
        ))}
      </div>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {trouble && tables?.[0] && back(tables[0].table)}
    </Message>
  );
}

function labelOf({ game, players, seat }: YourTable): string {
  const title = screens[game]?.card.text().title ?? game;
  const names = players.filter(({ kind }, at) => at !== seat && kind !== "open").map((player) => apart(called(player).name));
  return names[0] ? say("pair.show.with", { game: title, names: listed(names) }) : say("pair.show", { game: title });
}
