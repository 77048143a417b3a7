/** The form for the option `mission`. The missions of the book are loaded when a lobby shows the form. */
import type { ComponentType } from "preact";
import { Fetched } from "@shell/kit/fetched";
import type { FormProps } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./lobby.css";

const load = async () => (await withMoreStyle(sheet, import("./picker"))).Picker;
const optionFor = (seats: number) => (props: FormProps) => <Fetched load={load} props={{ seats, ...props }} />;

/** The forms by number of players. They are created once, because a new component would lose its state. */
const FORMS = new Map<number, ComponentType<FormProps>>([2, 3, 4].map((seats) => [seats, optionFor(seats)]));

/** The form for a table of so many players. */
export const missionForm = (seats: number): ComponentType<FormProps> => FORMS.get(seats) ?? optionFor(seats);
