/** The form for the option `mission`. The missions of the book are loaded when a lobby shows the form. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { FormProps } from "@shell/room";
import type { PickerProps } from "./picker";
import type { Mission } from "../types.gen";

function optionFor(mode: Mission["mode"]): ComponentType<FormProps> {
  return function MissionForm(props: FormProps) {
    const picker = useSignal<ComponentType<PickerProps> | null>(null);
    useEffect(() => void import("./picker").then((loaded) => (picker.value = loaded.Picker)), []);
    const Picker = picker.value;
    return Picker && <Picker mode={mode} {...props} />;
  };
}

/** The form for each mode. They are created once, because a new component would lose its state. */
export const MissionOption = { buddy: optionFor("buddy"), party: optionFor("party") };
