/** A table of the players, one row each. */
import type { ComponentChildren } from "preact";
import { Icon } from "../ui/icons";
import { Token } from "../ui/tokens";
import type { Table } from "../state/table";
import { nameAt } from "../state/player_names";

interface PlayersProps {
  readonly table: Table;
  readonly seats: number;
  /** The header of the name column, for screen readers only. */
  readonly names: string;
  readonly heads: readonly string[];
  /** The cells of a seat's row, after its name. */
  readonly line: (seat: number) => ComponentChildren;
  /** Content next to a name. */
  readonly beside?: (seat: number) => ComponentChildren;
}

export function Players({ table, seats, names, heads, line, beside }: PlayersProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">{names}</span>
          </th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: seats }, (_, seat) => (
          <tr key={seat}>
            <Player table={table} seat={seat}>
              {beside?.(seat)}
            </Player>
            {line(seat)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PlayerProps {
  readonly table: Table;
  readonly seat: number;
  readonly children?: ComponentChildren;
}

/** The header of a row: the player. */
export function Player({ table, seat, children }: PlayerProps) {
  return (
    <th scope="row">
      <Token seat={seat} />
      <span dir="auto">{nameAt(table, seat)}</span>
      {children}
    </th>
  );
}

/** The mark of a winner. */
export function Crown({ label }: { readonly label: string }) {
  return (
    <span class="crown">
      <Icon name="crown" />
      <span class="unseen">{label}</span>
    </span>
  );
}
