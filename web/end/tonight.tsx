/** Tonight's score in the party, in one line, and a button that lets late friends join. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { apart } from "../i18n/names";
import { Failure } from "../net/api";
import { partyAt } from "../net/parties";
import type { Party } from "../net/types.gen";
import { byWins } from "../state/party_order";
import type { Table } from "../state/table";
import { Icon } from "../ui/icons";
import { sheet } from "../ui/open_sheet";
import { t } from "./words";

/** Return the people who have played against each other tonight, those with most wins first, with their wins. Returns an
 * empty list if fewer than two have, or if no game has a winner. */
export function tonightOf(party: Party): readonly string[] {
  const played = byWins(party).flatMap((person) => party.people[person] ?? []).filter(({ name }) => name !== "");
  if (played.length < 2 || played.every(({ wins }) => wins === 0)) return [];
  return played.map(({ name, wins }) => `${apart(name)} ${wins}`);
}

/** The score. Its line is empty until it has been fetched, so that nothing moves. */
export function Tonight({ table }: { readonly table: Table }) {
  const party = table.lobby.value?.party ?? null;
  const score = useSignal<readonly string[]>([]);
  useEffect(() => {
    if (party === null) return;
    partyAt(party).then(
      (found) => (score.value = tonightOf(found)),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
      },
    );
  }, [party]);
  if (party === null || (score.value.length === 0 && !isShared(table))) return null;
  const [before, after] = t("tonight").split("{score}");
  return (
    <p class="tonight" data-testid="tonight">
      {score.value.length > 0 && (
        <>
          {before}
          {score.value.map((each, at) => (
            <Fragment key={each}>
              {at > 0 && " · "}
              <span class="kept">{each}</span>
            </Fragment>
          ))}
          {after}
        </>
      )}
    </p>
  );
}

/** Return whether two people or more have seats. */
const isShared = (table: Table): boolean => table.chairs.value.filter(({ kind }) => kind === "guest").length > 1;

/** A button that opens the link and the code, for friends who come late. They come to the party's latest table. */
export function Late({ table }: { readonly table: Table }) {
  const { party = null, code = null, next = null } = table.lobby.value ?? {};
  if (party === null || next !== null || !isShared(table)) return null;
  return (
    <button type="button" data-testid="late" onClick={() => (sheet.value = { kind: "invite" })}>
      <Icon name="share" />
      {code === null ? t("late") : t("late.code", { code })}
    </button>
  );
}
