/** The stage of a phone next to a big screen, fetched when it is first shown. */
import { signal, useSignalEffect } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import style from "../../css/second_screen.css";
import { withMoreStyle } from "../../platform/stylesheets";
import { hasScreen, isAlone, secondScreen, silent } from "../../state/second_screen";
import type { Table } from "../../state/table";
import type { Sitting } from "../../state/game_screen";
import type { Props } from "../../stage/places";
import { Stage } from "../../stage/stage";

/** The fetched stage while it is shown. */
export const drawn = signal<ComponentType<Props<Sitting>> | null>(null);

export const stageFor = (table: Table): ComponentType<Props<Sitting>> => (isAlone(table) ? SecondStage : Stage);

/** Until it has been fetched, or if it cannot be, the whole table is shown. */
function SecondStage(props: Props<Sitting>) {
  useEffect(() => {
    let left = false;
    withMoreStyle(style, import("./hand_stage")).then(({ HandStage }) => {
      if (!left) drawn.value = HandStage;
    }, () => undefined);
    return () => {
      left = true;
      drawn.value = null;
    };
  }, []);
  const Drawn = drawn.value ?? Stage;
  return <Drawn {...props} />;
}

/** Leave sounds to the big screen while the page shows only the reader's hand. */
export function useSilence(table: Table): void {
  useSignalEffect(() => {
    silent.value = secondScreen.value === "on" && hasScreen(table);
    return () => (silent.value = false);
  });
}
