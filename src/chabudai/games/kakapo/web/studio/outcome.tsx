/** What the house says of a drawing: what is wrong with it, or how few pieces win it. */
import { t as house } from "@shell/language";
import type { Drawing } from "./drawing";
import type { Studied } from "../types.gen";
import { translate } from "../words";
import { t } from "./words";

export function Outcome({ drawing }: { readonly drawing: Drawing }) {
  const said = drawing.verdict.value;
  return (
    <div class={`outcome panel ${said.kind}`} data-testid="outcome" data-verdict={said.kind} role="status">
      {said.kind === "empty" && <p>{t(drawing.birds.value.length === 0 ? "outcome.empty" : "outcome.many")}</p>}
      {said.kind === "asking" && (
        <p>
          {t("outcome.asking")}
          <span class="dots" aria-hidden="true" />
        </p>
      )}
      {said.kind === "trouble" && <p class="trouble">{said.code === "offline" ? house("offline") : t("outcome.late")}</p>}
      {said.kind === "told" && <Told studied={said.studied} drawing={drawing} />}
    </div>
  );
}

function Told({ studied: { checked, prover }, drawing }: { readonly studied: Studied; readonly drawing: Drawing }) {
  const { flaws, solvable, par, proved, solution, rounds } = checked;
  if (flaws.length > 0) {
    return (
      <ul class="flaws" data-testid="flaws">
        {flaws.map((flaw, at) => (
          <li key={at}>
            {translate(flaw.text, flaw.facts)} <span class="rule-id">{flaw.rule}</span>
          </li>
        ))}
      </ul>
    );
  }
  if (solvable === null) return <p>{t(prover ? "outcome.open" : "outcome.open.plain")}</p>;
  if (!solvable) return <p class="outcome-no">{t("outcome.no")}</p>;
  return (
    <>
      <p class="outcome-yes" data-testid="par">
        {t(proved ? "outcome.par" : "outcome.most", { n: par ?? 0 })}
      </p>
      {(par ?? 0) > rounds && <p>{t("outcome.rounds", { n: rounds })}</p>}
      <button
        type="button"
        aria-pressed={drawing.shown.value}
        data-testid="show-solution"
        onClick={() => (drawing.shown.value = !drawing.shown.value)}
      >
        {t(drawing.shown.value ? "solution.hide" : "solution.show", { n: solution.length })}
      </button>
    </>
  );
}
