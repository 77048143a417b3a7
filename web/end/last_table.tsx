/** The low table after scoring, with the winnings of each seat. */
import type { ComponentType } from "preact";
import type { Ending } from "../state/game_screen";
import type { Laid } from "../stage/stage";
import type { Table } from "../state/table";
import { t } from "./words";

/** The table after scoring: the winners' winnings in the middle; each score at its cushion, with the winnings of the
 * other seats before them. */
export function asItLies(table: Table, { winners, scores, Won, Middle }: Ending): Laid {
  const me = table.seat.value;
  const seats = table.chairs.value.length;
  return {
    middle: Middle ? "tall" : "wide",
    marks: (seat) => {
      const score = scores[seat];
      return score === undefined ? [] : [{ kind: "points", count: score, label: `${score}` }];
    },
    // Players who have won together all have a crown on their cushion.
    state: (seat) => (winners.includes(seat) && winners.length < seats ? t("won") : ""),
    ...(Won && { Before: ({ seat }) => (seat === me || winners.includes(seat) ? null : <Lying Won={Won} seat={seat} />) }),
    Board: () => (
      <>
        {Middle && <LastScene Middle={Middle} />}
        {Won && <Spoils Won={Won} winners={winners} />}
      </>
    ),
    Hand: () => Won && me !== null && !winners.includes(me) && <Lying Won={Won} seat={me} />,
  };
}

/** The winnings of all winners, side by side. */
function Spoils({ Won, winners }: { readonly Won: ComponentType<{ readonly seat: number }>; readonly winners: readonly number[] }) {
  return (
    <div class="spoils" data-testid="spoils">
      {winners.map((seat) => (
        <Lying key={seat} Won={Won} seat={seat} />
      ))}
    </div>
  );
}

/** The winnings of a seat, on the field of an `Ending`. */
function Lying({ Won, seat }: { readonly Won: ComponentType<{ readonly seat: number }>; readonly seat: number }) {
  return (
    <svg class="lying" viewBox="-65 -35 130 70" aria-hidden="true">
      <Won seat={seat} />
    </svg>
  );
}

function LastScene({ Middle }: { readonly Middle: ComponentType }) {
  return (
    <svg class="last-scene" viewBox="-222 -96 444 192" aria-hidden="true">
      <Middle />
    </svg>
  );
}
