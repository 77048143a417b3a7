/** The forms for a table's own cards, which are loaded when a lobby shows them. */
import { LazyPart } from "@shell/ui/lazy_part";
import type { FormProps } from "@shell/state/game_screen";
import { withMoreStyle } from "@shell/platform/stylesheets";
import sheet from "./lobby.css";

const own = () => withMoreStyle(sheet, import("./own"));
const loadWords = async () => (await own()).OwnWords;
const loadHints = async () => (await own()).OwnHints;

export const OwnWords = (props: FormProps) => <LazyPart load={loadWords} props={props} />;
export const OwnHints = (props: FormProps) => <LazyPart load={loadHints} props={props} />;
