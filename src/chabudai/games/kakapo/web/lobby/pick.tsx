/** The form for the option `mission`. The missions of the book are loaded when a lobby shows the form. */
import { LazyPart } from "@shell/ui/lazy_part";
import type { FormProps } from "@shell/state/game_screen";
import { withMoreStyle } from "@shell/platform/stylesheets";
import sheet from "./lobby.css";

const load = async () => (await withMoreStyle(sheet, import("./picker"))).Picker;

export const MissionForm = (props: FormProps) => <LazyPart load={load} props={props} />;
