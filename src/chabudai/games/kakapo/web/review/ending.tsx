/** Loads the end and the last picture when they are shown. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Ending as Last } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./end.css";
import type { Play } from "../table";

interface Props {
  readonly play: Play;
}

export function Ending({ play }: Props) {
  const end = useSignal<ComponentType<Props> | null>(null);
  useEffect(() => void withMoreStyle(sheet, import("./end")).then((loaded) => (end.value = loaded.End)), []);
  const End = end.value;
  return End && <End play={play} />;
}

export async function lastPicture(play: Play): Promise<() => Last> {
  const { endingOf } = await withMoreStyle(sheet, import("./last"));
  return () => endingOf(play);
}
