/** The button that opens the tray of signs, in the header of a table. It is fetched once the game allows signs. */
import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import style from "../../css/talk.css";
import { withMoreStyle } from "../../platform/stylesheets";
import type { Table } from "../../state/table";

interface Props {
  readonly table: Table;
}

export function Talk({ table }: Props) {
  const loaded = useSignal<FunctionComponent<Props> | null>(null);
  const wanted = table.talked.value.length > 0;
  useEffect(() => {
    // A table can be played without signs, for example if the connection is lost now.
    if (wanted) withMoreStyle(style, import("./signs")).then(({ Signs }) => (loaded.value = Signs), () => undefined);
  }, [wanted]);
  return loaded.value && <loaded.value key={table.id} table={table} />;
}
