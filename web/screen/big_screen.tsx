/** A table on a television: the public view, large and slow enough to follow from a sofa, without any controls. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import style from "../css/screen.css";
import { withMoreStyle } from "../platform/stylesheets";
import type { GameScreen } from "../state/game_screen";
import { useAwake, useSoundHint } from "./device";
import { Gathering } from "./gathering";
import { Playing } from "./playing";
import type { BigScreenProps } from "./props";
import { say } from "./words";

export function BigScreen({ table, screen }: BigScreenProps) {
  const styled = useSignal<GameScreen | null>(null);
  useAwake();
  const silent = useSoundHint();
  // The sheets of the previous game's screen were removed with it.
  useEffect(() => {
    const sheets = [style, screen.bigStyle ?? style];
    void Promise.all(sheets.map((sheet) => withMoreStyle(sheet, Promise.resolve()))).then(() => (styled.value = screen));
  }, [screen]);
  if (styled.value !== screen || table.lobby.value === null) return null;
  const Part = table.lobby.value.status === "lobby" ? Gathering : table.shown.value === null ? null : Playing;
  return (
    <>
      {Part && <Part key={table.id} table={table} screen={screen} />}
      {silent && <p class="sound-hint">{say("sound")}</p>}
    </>
  );
}
