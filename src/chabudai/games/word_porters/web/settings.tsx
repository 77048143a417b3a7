/** The reader's choice of script for the Japanese cards. */
import { Pills } from "@shell/ui/pills";
import { lang } from "@shell/i18n/language";
import type { Table } from "@shell/state/table";
import { script, scriptAt, SCRIPTS, type Script } from "./faces";
import type { View } from "./types.gen";
import { t } from "./words";

export function Settings({ table }: { readonly table: Table }) {
  const view = table.shown.value?.view as View | undefined;
  if (lang.value !== "ja" || view === undefined) return null;
  return (
    <Pills<Script>
      legend={t("script")}
      pills={SCRIPTS.map((value) => ({ value, label: t(`script.${value}` as "script.ruby") }))}
      value={scriptAt(view.options)}
      onPick={(value) => (script.value = value)}
    />
  );
}
