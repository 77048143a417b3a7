/** The form for the option `mission`. The missions of the book are loaded when a lobby shows the form. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { FormProps } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./lobby.css";
import type { PickerProps } from "./picker";

function optionFor(seats: number): ComponentType<FormProps> {
  return function MissionForm(props: FormProps) {
    const picker = useSignal<ComponentType<PickerProps> | null>(null);
    useEffect(
      () => void withMoreStyle(sheet, import("./picker")).then((loaded) => (picker.value = loaded.Picker)),
      [],
    );
    const Picker = picker.value;
    return Picker && <Picker seats={seats} {...props} />;
  };
}

/** The forms by number of players. They are created once, because a new component would lose its state. */
const FORMS = new Map<number, ComponentType<FormProps>>([2, 3, 4].map((seats) => [seats, optionFor(seats)]));

/** The form for a table of so many players. */
export const missionForm = (seats: number): ComponentType<FormProps> => FORMS.get(seats) ?? optionFor(seats);
