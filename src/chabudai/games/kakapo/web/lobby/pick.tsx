/** The choice of a mission. The book is fetched when the lobby shows it. */
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

/** The form for the tables of each mode; made once, since one made anew would forget what it shows. */
export const MissionOption = { buddy: optionFor("buddy"), party: optionFor("party") };
