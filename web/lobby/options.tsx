/** What the table agrees on before it starts: questions with the answers it can give. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../language";
import { Pills } from "../kit/pills";
import { openRule } from "../frame/sheets";
import type { Choice, FormProps, Option } from "../room";

type Answers = Readonly<Record<string, unknown>>;

interface Props {
  readonly options: readonly Option[];
  readonly answers: Answers;
  /** Null: somebody else decides. */
  readonly choose: ((answers: Answers) => void) | null;
  /** The server said no to something. */
  readonly refused: boolean;
}

export function Options({ options, answers: agreed, choose, refused }: Props) {
  const [picked, setPicked] = usePicked(agreed, refused);
  const answers = { ...agreed, ...picked };
  const pick = (name: string, value: unknown): void => {
    setPicked({ ...picked, [name]: value });
    choose?.({ ...answers, [name]: value });
  };
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
                <Answer
                  option={option}
                  value={answers[option.name]}
                  choose={choose && ((value) => pick(option.name, value))}
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

function Answer(props: { readonly option: Option } & FormProps) {
  const { option, value, choose } = props;
  if ("Form" in option) return <option.Form value={value} choose={choose} />;
  const current = isChoice(value) ? value : "";
  return (
    <Pills
      legend={option.title}
      pills={withCurrent(option.choices, current)}
      value={current}
      disabled={choose === null}
      onPick={(picked) => choose?.(picked)}
    />
  );
}

function isChoice(value: unknown): value is Choice["value"] {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** What was picked and is not agreed yet: without it, the next pick would undo the one before. */
function usePicked(agreed: Answers, refused: boolean): [Answers, (picked: Answers) => void] {
  const [picked, setPicked] = useState<Answers>({});
  useEffect(() => {
    setPicked((before) => Object.fromEntries(Object.entries(before).filter(([name, value]) => !same(agreed[name], value))));
  }, [agreed]);
  useEffect(() => {
    if (refused) setPicked({});
  }, [refused]);
  return [picked, setPicked];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A table set up elsewhere may have agreed on something that is not on our list. */
function withCurrent(choices: readonly Choice[], current: Choice["value"]): readonly Choice[] {
  if (current === "" || choices.some((choice) => choice.value === current)) return choices;
  return [...choices, { value: current, label: String(current) }];
}
