/** Lazy loading of the end and the last picture. */
import { LazyPart } from "@shell/ui/lazy_part";
import type { Ending as Last } from "@shell/state/game_screen";
import { withMoreStyle } from "@shell/platform/stylesheets";
import sheet from "./end.css";
import type { Play } from "../table";

interface Props {
  readonly play: Play;
}

const load = async () => (await withMoreStyle(sheet, import("./end"))).End;

export const Ending = (props: Props) => <LazyPart load={load} props={props} />;

export async function lastPicture(play: Play): Promise<() => Last> {
  const { endingOf } = await withMoreStyle(sheet, import("./last"));
  return () => endingOf(play);
}
