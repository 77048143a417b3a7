/** A button with the number of a rule, which opens the rulebook there. */
import { t } from "../language";
import { openRule } from "./sheets";

export function RuleLink({ rule }: { readonly rule: string }) {
  return (
    <button type="button" class="rule-link" data-testid="rule" onClick={() => openRule(rule)}>
      {t("rule", { id: rule })}
    </button>
  );
}
