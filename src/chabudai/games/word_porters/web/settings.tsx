/** How the Japanese cards are written, for this reader. */
import { Pills } from "@shell/kit/pills";
import { lang } from "@shell/language";
import { script, SCRIPTS, type Script } from "./faces";
import { t } from "./words";

export function Settings() {
  if (lang.value !== "ja") return null;
  return (
    <Pills<Script>
      legend={t("script")}
      pills={SCRIPTS.map((value) => ({ value, label: t(`script.${value}` as "script.ruby") }))}
      value={script.value ?? "ruby"}
      onPick={(value) => (script.value = value)}
    />
  );
}
