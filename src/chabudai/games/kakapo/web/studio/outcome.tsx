/** The server's verdict on a drawing (its flaws, or the fewest pieces that win it), and on a file. */
import { useEffect, useRef } from "preact/hooks";
import { RuleLink } from "@shell/ui/rule_link";
import { t as shell } from "@shell/i18n/language";
import { Icon } from "@shell/ui/icons";
import type { Studied } from "../types.gen";
import { translate } from "../words";
import type { Drawing } from "./drawing";
import type { Fault, Files, Reading } from "./files";
import { t } from "./words";

export function Outcome({ drawing }: { readonly drawing: Drawing }) {
  const said = drawing.verdict.value;
  return (
    <div class={`outcome panel ${said.kind}`} data-testid="outcome" data-verdict={said.kind} role="status">
      {drawing.damaged.value && (
        <p class="trouble" data-testid="damaged">
          {t("outcome.damaged")}
        </p>
      )}
      {drawing.missed.value && <p data-testid="missed">{t("outcome.missed")}</p>}
      {said.kind === "told" ? (
        <Findings studied={said.studied} drawing={drawing} />
      ) : said.kind === "asking" ? (
        <p>
          {t("outcome.asking")}
          <span class="dots" aria-hidden="true" />
        </p>
      ) : said.kind === "trouble" ? (
        <>
          <p class="trouble">{said.code === "offline" ? shell("offline") : t("outcome.late")}</p>
          <button type="button" data-testid="studio-again" onClick={drawing.again}>
            {t("outcome.again")}
          </button>
        </>
      ) : (
        <p class={said.kind === "empty" ? "" : "outcome-no"}>{t(`outcome.${said.kind}`)}</p>
      )}
    </div>
  );
}

function Findings({ studied: { checked, prover }, drawing }: { readonly studied: Studied; readonly drawing: Drawing }) {
  const { flaws, solvable, par, proved, solution, rounds } = checked;
  if (flaws.length > 0) {
    return <Faults faults={flaws.map(({ rule, text, facts }) => ({ rule, text: translate(text, facts) }))} />;
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
        data-testid="show-solution"
        onClick={() => (drawing.shown.value = !drawing.shown.value)}
      >
        {t(drawing.shown.value ? "solution.hide" : "solution.show", { n: solution.length })}
      </button>
    </>
  );
}

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul class="flaws" data-testid="flaws">
      {faults.map(({ text, rule }, at) => (
        <li key={at}>
          {text} {rule !== null && <RuleLink rule={rule} />}
        </li>
      ))}
    </ul>
  );
}

/** The notice about a file that is being read or was refused. */
export function FileNotice({ files }: { readonly files: Files }) {
  const reading = files.reading.value;
  if (reading.kind === "idle") return null;
  if (reading.kind === "refused") return <Refused reading={reading} dismiss={files.dismiss} />;
  return (
    <div class="file-notice panel" role="status">
      <p>
        {t("file.reading", { name: reading.name })}
        <span class="dots" aria-hidden="true" />
      </p>
    </div>
  );
}

interface RefusedProps {
  readonly reading: Extract<Reading, { kind: "refused" }>;
  readonly dismiss: () => void;
}

function Refused({ reading, dismiss }: RefusedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [reading]);
  return (
    <div ref={box} class="file-notice panel refused" role="alert" data-testid="file-refused">
      <div class="file-head">
        <h2>{t("file.refused", { name: reading.name })}</h2>
        <button type="button" class="plain" aria-label={shell("close")} onClick={dismiss}>
          <Icon name="close" />
        </button>
      </div>
      <Faults faults={reading.faults()} />
      <p class="note">{t("file.unchanged")}</p>
    </div>
  );
}
