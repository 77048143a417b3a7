/** The screen after the last move. Most of it is fetched on demand. */
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ending, GameScreen, Sitting } from "../state/game_screen";
import { Places } from "../stage/places";
import type { Table } from "../state/table";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly sitting: Sitting;
  /** Fetches the final picture. */
  readonly loadFinale: LoadFinale;
}

export type FinaleProps = Omit<Props, "loadFinale"> & { readonly ending: Ending };
export type LoadFinale = () => Promise<(props: FinaleProps) => ComponentChild>;

interface Drawn {
  readonly Finale: FunctionComponent<FinaleProps>;
  readonly ending: () => Ending;
}

export function Last({ table, screen, sitting, loadFinale }: Props) {
  const [drawn, setDrawn] = useState<Drawn | "none" | null>(sitting.ending === undefined ? "none" : null);
  useEffect(() => {
    if (sitting.ending === undefined) return;
    // The scoring is shown even if the picture is missing.
    Promise.all([loadFinale(), sitting.ending()]).then(
      ([Finale, ending]) => setDrawn({ Finale: Finale as FunctionComponent<FinaleProps>, ending }),
      () => setDrawn("none"),
    );
  }, [sitting]);
  // Show both together, so that nothing moves.
  if (drawn === null) return null;
  if (drawn !== "none") return <drawn.Finale table={table} screen={screen} sitting={sitting} ending={drawn.ending()} />;
  return (
    <>
      <Places table={table} sitting={sitting} laid={false} />
      <sitting.End />
    </>
  );
}
