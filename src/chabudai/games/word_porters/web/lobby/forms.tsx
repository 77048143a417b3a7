/** The forms for a table's own cards, which are fetched when a lobby shows them. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { FormProps } from "@shell/room";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./lobby.css";

function fetched(name: "OwnHints" | "OwnWords"): ComponentType<FormProps> {
  return function OwnForm(props: FormProps) {
    const form = useSignal<ComponentType<FormProps> | null>(null);
    useEffect(() => void withMoreStyle(sheet, import("./own")).then((loaded) => (form.value = loaded[name])), []);
    const Form = form.value;
    return Form && <Form {...props} />;
  };
}

export const OwnWords = fetched("OwnWords");
export const OwnHints = fetched("OwnHints");
