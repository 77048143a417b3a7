/** The header next to the title: the round and, if there is room, its steps. */
import { wide } from "@shell/state/settings";
import type { Screen } from "./screen";
import type { Step } from "./table";
import { t } from "./words";

const ROUNDS = 4;
const STEPS: readonly Step[] = ["hint", "vote", "rest"];

export function Header({ screen: { play, stage } }: { readonly screen: Screen }) {
  const { round } = play.view.value;
  // While the words are being revealed, the votes are over.
  const now = stage.reveal.value === null ? play.step.value : "rest";
  return (
    <>
      <span class="round-of" data-testid="round">
        {wide.value ? t("round.of", { n: round, all: ROUNDS }) : `${round}/${ROUNDS}`}
        {!wide.value && <span class="unseen">{t("round.of", { n: round, all: ROUNDS })}</span>}
      </span>
      {wide.value && (
        <span class="steps">
          {STEPS.map((step, at) => (
            <span key={step} class={step === now ? "step-now" : ""} aria-current={step === now ? "step" : undefined}>
              <b aria-hidden="true">{at + 1}</b> {t(`step.${step}` as "step.hint")}
            </span>
          ))}
        </span>
      )}
    </>
  );
}
