/** Help at a table: the possible actions, the rules that apply now, and the keys if there is a keyboard. */
import { Asking } from "./advice/advice_request";
import { Guides } from "./guide/guides";
import { t } from "../i18n/language";
import { mouse } from "../state/settings";
import { openRule, type AtTable } from "../ui/open_sheet";
import { Shortcuts } from "./shortcuts";
import { said } from "./status";
import { say } from "./words";

export function Help({ table, screen, sitting }: AtTable) {
  if (sitting === null) return null;
  const { text, note } = said(table, screen, sitting);
  const phase = sitting.phases?.now.value ?? null;
  const lines = [text, note, phase !== null && sitting.phases?.purpose(phase)];
  return (
    <div class="help">
      <h3>{say("help.now")}</h3>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      <Asking table={table} screen={screen} />
      <button type="button" data-testid="help-rules" onClick={() => openRule(sitting.rule.value)}>
        {t("rules.now")}
      </button>
      <Guides game={table.hello.value?.game ?? ""} look="button to-guide" />
      {mouse.value && (
        <>
          <h3>{say("shortcuts")}</h3>
          <Shortcuts screen={screen} />
        </>
      )}
    </div>
  );
}
