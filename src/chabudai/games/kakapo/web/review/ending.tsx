/** Loads the end and the last picture when they are shown. */
import { Fetched } from "@shell/kit/fetched";
import type { Ending as Last } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./end.css";
import type { Play } from "../table";

interface Props {
  readonly play: Play;
}

const load = async () => (await withMoreStyle(sheet, import("./end"))).End;

export const Ending = (props: Props) => <Fetched load={load} props={props} />;

export async function lastPicture(play: Play): Promise<() => Last> {
  const { endingOf } = await withMoreStyle(sheet, import("./last"));
  return () => endingOf(play);
}
