/** The choice between on-screen keyboards, for users without a hardware one. */
import { Pills } from "@shell/ui/pills";
import { desk, ownKeys } from "@shell/state/settings";
import { t } from "./words";

export function Settings() {
  if (desk.value) return null;
  return (
    <Pills<"on" | "off">
      legend={t("keys")}
      pills={[
        { value: "on", label: t("keys.on") },
        { value: "off", label: t("keys.off") },
      ]}
      value={ownKeys.value}
      onPick={(value) => (ownKeys.value = value)}
    />
  );
}
