/** The form for the option `mission`. The missions of the book are loaded when a lobby shows the form. */
import type { ComponentType } from "preact";
import { LazyPart } from "@shell/ui/lazy_part";
import type { FormProps } from "@shell/state/game_screen";
import { withMoreStyle } from "@shell/platform/stylesheets";
import sheet from "./lobby.css";

const load = async () => (await withMoreStyle(sheet, import("./picker"))).Picker;
const optionFor = (seats: number) => (props: FormProps) => <LazyPart load={load} props={{ seats, ...props }} />;

/** The forms by number of players. They are created once, because a new component would lose its state. */
const FORMS = new Map<number, ComponentType<FormProps>>([2, 3, 4].map((seats) => [seats, optionFor(seats)]));

/** Return the form for a table of `seats` players. */
export const missionForm = (seats: number): ComponentType<FormProps> => FORMS.get(seats) ?? optionFor(seats);
