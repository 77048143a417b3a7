/** A button with the number of a rule, which opens the rulebook there. */
import { t } from "../i18n/language";
import { openRule } from "./open_sheet";

export function RuleLink({ rule }: { readonly rule: string }) {
  return (
    <button type="button" class="rule-link" data-testid="rule" onClick={() => openRule(rule)}>
      {t("rule", { id: rule })}
    </button>
  );
}
