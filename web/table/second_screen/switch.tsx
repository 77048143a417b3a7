/** The choice to show only the reader's hand next to a big screen, in the menu. */
import { hasScreen, secondScreen } from "../../state/second_screen";
import type { Table } from "../../state/table";
import { Pills } from "../../ui/pills";
import { say } from "./words";

export function SecondScreen({ table }: { readonly table: Table }) {
  if (!hasScreen(table)) return null;
  return (
    <div data-testid="second-screen">
      <Pills<"on" | "off">
        legend={say("switch")}
        pills={[
          { value: "off", label: say("switch.off") },
          { value: "on", label: say("switch.on") },
        ]}
        value={secondScreen.value === "on" ? "on" : "off"}
        onPick={(wanted) => (secondScreen.value = wanted)}
      />
      <p class="note">{say("switch.note")}</p>
    </div>
  );
}
