/** The screen after the last move. Most of it is fetched on demand. */
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ending, GameScreen, Sitting } from "../state/game_screen";
import { Heading } from "../ui/heading";
import { close } from "../ui/open_sheet";
import { Places } from "../stage/places";
import type { Table } from "../state/table";
import { Transcript } from "./transcript";

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
  const [drawn, setDrawn] = useState<Drawn | "none" | "missing" | null>(sitting.ending === undefined ? "none" : null);
  // An open sheet would cover the result.
  useEffect(close, []);
  useEffect(() => {
    if (sitting.ending === undefined) return;
    // The result and the scoring are shown even if the picture is missing.
    Promise.all([loadFinale(), sitting.ending()]).then(
      ([Finale, ending]) => setDrawn({ Finale: Finale as FunctionComponent<FinaleProps>, ending }),
      () => setDrawn("missing"),
    );
  }, [sitting]);
  // Show both together, so that nothing moves.
  if (drawn === null) return null;
  return (
    <>
      {typeof drawn === "object" ? (
        <drawn.Finale table={table} screen={screen} sitting={sitting} ending={drawn.ending()} />
      ) : (
        <>
          {drawn === "missing" && <Heading level="h2">{screen.tell(table, table.story.value.at(-1)?.events ?? [])}</Heading>}
          <Places table={table} sitting={sitting} laid={false} />
          <sitting.End />
        </>
      )}
      <Transcript table={table} />
    </>
  );
}
