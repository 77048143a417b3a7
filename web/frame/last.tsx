/** The screen after the last move, most of which is fetched when it is wanted. */
import { useEffect, useState } from "preact/hooks";
import type { Ending, Room, Sitting } from "../room";
import { Places } from "../stage/places";
import type { Table } from "../table";

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly sitting: Sitting;
}

type Drawn = typeof import("../end/finale") & { readonly ending: () => Ending };

export function Last({ table, room, sitting }: Props) {
  const [drawn, setDrawn] = useState<Drawn | "none" | null>(sitting.ending === undefined ? "none" : null);
  useEffect(() => {
    if (sitting.ending === undefined) return;
    // Without the picture the reckoning is shown all the same.
    Promise.all([import("../end/finale"), sitting.ending()]).then(
      ([finale, ending]) => setDrawn({ ...finale, ending }),
      () => setDrawn("none"),
    );
  }, [sitting]);
  // Both at once, so that nothing moves.
  if (drawn === null) return null;
  if (drawn !== "none") return <drawn.Finale table={table} room={room} sitting={sitting} ending={drawn.ending()} />;
  return (
    <>
      <Places table={table} sitting={sitting} laid={false} />
      <sitting.End />
    </>
  );
}
