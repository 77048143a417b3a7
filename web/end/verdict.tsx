/** The first thing that is shown of the end: who won and by how much. */
import { lang } from "../i18n/language";
import { Face } from "../ui/face";
import { Heading } from "../ui/heading";
import type { Ending } from "../state/game_screen";
import { nameAt } from "../state/player_names";
import type { Table } from "../state/table";
import type { Parting } from "../net/types.gen";
import { Kept } from "../table/unbroken_names";
import { t, verdictOf } from "./words";

interface Props {
  readonly table: Table;
  readonly ending: Ending;
}

export function Verdict({ table, ending }: Props) {
  const won = ending.winners.length > 0;
  return (
    <div class={won ? "verdict-plate won" : "verdict-plate"} data-testid="verdict">
      {won && <GreatCrown />}
      <div>
        <Heading level="h2">
          <Kept table={table} text={verdictOf(table, ending)} />
        </Heading>
        {ending.caption && <p>{ending.caption}</p>}
        {table.lobby.value?.parting && <Words table={table} parting={table.lobby.value.parting} />}
      </div>
    </div>
  );
}

/** The words of a bot after the game. */
function Words({ table, parting: { seat, says } }: { readonly table: Table; readonly parting: Parting }) {
  const face = table.chairs.value[seat]?.face ?? null;
  return (
    <p class="parting" data-testid="parting">
      {face !== null && <Face face={face} />}
      <span>
        <Kept table={table} text={t("parting", { name: nameAt(table, seat), says: says[lang.value] ?? "" })} />
      </span>
    </p>
  );
}

/** A golden crown with a jewel in the colour of the first three seats on each point. */
function GreatCrown() {
  return (
    <svg class="great-crown" viewBox="0 0 104 74" aria-hidden="true" stroke="#14202b" stroke-width="4" stroke-linejoin="round">
      <path d="M14 58 6 18 32 36 52 8 72 36 98 18 90 58Z" fill="#f2b705" />
      <rect x="11" y="58" width="82" height="13" rx="4" fill="#ffe48a" />
      <circle cx="7" cy="16" r="5" fill="#a63b0d" />
      <circle cx="52" cy="8" r="6" fill="#1f33ab" />
      <circle cx="97" cy="16" r="5" fill="#23b46b" />
    </svg>
  );
}
