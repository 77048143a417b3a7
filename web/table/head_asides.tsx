/** Buttons of a table's header that are loaded later. */
import { Icon } from "../ui/icons";
import { t } from "../i18n/language";
import { isAlone } from "../state/second_screen";
import { beside, broad, panel } from "../state/settings";
import type { Sitting } from "../state/game_screen";
import type { Table } from "../state/table";
import { openRule, sheet } from "../ui/open_sheet";
import { Me } from "./second_screen/on_screen";
import { useSilence } from "./second_screen/second_stage";
import { Talk } from "./talk/talk";

interface Props {
  readonly table: Table;
  readonly sitting: Sitting;
}

export function HeadAsides({ table, sitting }: Props) {
  useSilence(table);
  if (isAlone(table)) {
    return (
      <>
        <Me table={table} sitting={sitting} />
        <Talk table={table} />
      </>
    );
  }
  return (
    <>
      <button type="button" aria-label={t("rules.now")} data-testid="rules" onClick={() => openRule(sitting.rule.value)}>
        <Icon name="help" />
      </button>
      {!beside.value && (
        <button type="button" aria-label={t("log")} data-testid="log-button" onClick={() => (sheet.value = { kind: "log" })}>
          <Icon name="log" />
        </button>
      )}
      {broad.value && (
        <button
          type="button"
          aria-label={t("panel")}
          aria-expanded={beside.value}
          data-testid="panel"
          onClick={() => (panel.value = beside.value ? "off" : "on")}
        >
          <Icon name="panel" />
        </button>
      )}
      <Talk table={table} />
    </>
  );
}
