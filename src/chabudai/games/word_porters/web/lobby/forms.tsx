/** The forms for a table's own cards, which are fetched when a lobby shows them. */
import { Fetched } from "@shell/kit/fetched";
import type { FormProps } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./lobby.css";

const own = () => withMoreStyle(sheet, import("./own"));
const loadWords = async () => (await own()).OwnWords;
const loadHints = async () => (await own()).OwnHints;

export const OwnWords = (props: FormProps) => <Fetched load={loadWords} props={props} />;
export const OwnHints = (props: FormProps) => <Fetched load={loadHints} props={props} />;
