/** The first thing that is shown of the end: who won and by how much. */
import { Heading } from "../ui/heading";
import type { Ending } from "../state/game_screen";
import type { Table } from "../state/table";
import { Kept } from "../table/unbroken_names";
import { verdictOf } from "./words";

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
      </div>
    </div>
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
