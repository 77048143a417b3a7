/** What the table agrees on before it starts: questions with the answers it can give. */
import { t } from "../language";
import { Pills } from "../kit/pills";
import { openRule } from "../frame/sheets";
import type { Choice, Option } from "../room";

type Answers = Readonly<Record<string, Choice["value"]>>;

interface Props {
  readonly options: readonly Option[];
  readonly answers: Answers;
  /** Null: somebody else decides. */
  readonly choose: ((answers: Answers) => void) | null;
}

export function Options({ options, answers, choose }: Props) {
  const groups = [...new Set(options.map((option) => option.group))];
  return (
    <section class="options panel" aria-labelledby="options-title">
      <h2 id="options-title">{t("options.title")}</h2>
      <p class="note">{t(choose ? "options.note" : "options.host")}</p>
      {groups.map((group, at) => (
        <details key={group} open={at === 0}>
          <summary>{group}</summary>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <div class="option" key={option.name} data-testid={`option-${option.name}`}>
                <Pills
                  legend={option.title}
                  pills={withCurrent(option.choices, answers[option.name])}
                  value={answers[option.name] ?? ""}
                  disabled={choose === null}
                  onPick={(value) => choose?.({ ...answers, [option.name]: value })}
                />
                <button type="button" class="rule-link" onClick={() => openRule(option.rule)}>
                  {t("rule", { id: option.rule })}
                </button>
              </div>
            ))}
        </details>
      ))}
    </section>
  );
}

/** A table set up elsewhere may have agreed on something that is not on our list. */
function withCurrent(choices: readonly Choice[], current: Choice["value"] | undefined): readonly Choice[] {
  if (current === undefined || choices.some((choice) => choice.value === current)) return choices;
  return [...choices, { value: current, label: String(current) }];
}
