/** What the table agrees on before it starts: questions with the answers it can give. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../language";
import { Pills, type Pill } from "../kit/pills";
import { openRule } from "../frame/sheets";
import type { Choice, Option } from "../room";
import type { Lobby } from "../types.gen";

type Answers = Readonly<Record<string, Choice["value"]>>;

interface Props {
  readonly options: readonly Option[];
  readonly answers: Answers;
  /** Null: somebody else decides. */
  readonly choose: ((answers: Answers) => void) | null;
  /** By option, the answers that the rules refuse beside the others. */
  readonly refused: Lobby["refused"];
  /** The server said no to something. */
  readonly no: boolean;
}

export function Options({ options, answers: agreed, choose, refused, no }: Props) {
  const [picked, setPicked] = usePicked(agreed, no);
  const answers = { ...agreed, ...picked };
  const pick = (name: string, value: Choice["value"]): void => {
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
                <Pills
                  legend={option.title}
                  pills={pillsOf(option, answers[option.name], refused[option.name] ?? [])}
                  value={answers[option.name] ?? ""}
                  disabled={choose === null}
                  onPick={(value) => pick(option.name, value)}
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

/** What was picked and is not agreed yet: without it, the next pick would undo the one before. */
function usePicked(agreed: Answers, no: boolean): [Answers, (picked: Answers) => void] {
  const [picked, setPicked] = useState<Answers>({});
  useEffect(() => {
    setPicked((before) => Object.fromEntries(Object.entries(before).filter(([name, value]) => agreed[name] !== value)));
  }, [agreed]);
  useEffect(() => {
    if (no) setPicked({});
  }, [no]);
  return [picked, setPicked];
}

type Value = Choice["value"];

/** The answers; a table set up elsewhere may have agreed on one that is not on our list. */
function pillsOf({ choices }: Option, current: Value | undefined, refused: readonly Value[]): readonly Pill<Value>[] {
  const pills = choices.map((choice) => ({ ...choice, refused: refused.includes(choice.value) }));
  if (current === undefined || choices.some((choice) => choice.value === current)) return pills;
  return [...pills, { value: current, label: String(current) }];
}
