/** Loads the end when it is shown. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Play } from "../table";

interface Props {
  readonly play: Play;
}

export function Ending({ play }: Props) {
  const end = useSignal<ComponentType<Props> | null>(null);
  useEffect(() => void import("./end").then((loaded) => (end.value = loaded.End)), []);
  const End = end.value;
  return End && <End play={play} />;
}
