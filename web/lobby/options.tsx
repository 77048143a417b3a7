/** The options of a table, with the choices for each. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/language";
import { Pills, type Pill } from "../ui/pills";
import { openRule } from "../ui/open_sheet";
import type { Choice, FormProps, Option } from "../state/game_screen";
import type { Lobby } from "../net/types.gen";
import { say } from "./words";

type Answers = Readonly<Record<string, unknown>>;

interface Props {
  readonly options: readonly Option[];
  /** The number of players. */
  readonly seats: number;
  readonly answers: Answers;
  /** Null if another guest decides. */
  readonly choose: ((answers: Answers) => void) | null;
  /** For each option, the choices that the rules do not allow with the other options. */
  readonly refused: Lobby["refused"];
  /** Whether the server has refused something. */
  readonly no: boolean;
  /** Further choices, which each guest makes separately. */
  readonly children: ComponentChildren;
}

export function Options({ options, seats, answers: agreed, choose, refused, no, children }: Props) {
  const [picked, setPicked] = usePicked(agreed, no);
  const answers = { ...agreed, ...picked };
  const pick = (name: string, value: unknown): void => {
    setPicked({ ...picked, [name]: value });
    choose?.({ ...answers, [name]: value });
  };
  const groups = [...new Set(options.map((option) => option.group))];
  return (
    <section class="options panel" aria-labelledby="options-title">
      <h2 id="options-title">{say("options.title")}</h2>
      <p class="note">{say(choose ? "options.note" : "options.host")}</p>
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
                  answers={answers}
                  seats={seats}
                  refused={refused[option.name] ?? []}
                  choose={choose && ((value) => pick(option.name, value))}
                />
                <button type="button" class="rule-link" onClick={() => openRule(option.rule)}>
                  {t("rule", { id: option.rule })}
                </button>
              </div>
            ))}
        </details>
      ))}
      {children}
    </section>
  );
}

function Answer(props: { readonly option: Option; readonly refused: readonly Value[] } & FormProps) {
  const { option, refused, ...form } = props;
  const { value, choose } = form;
  if ("Form" in option) return <option.Form {...form} />;
  const current = isChoice(value) ? value : "";
  return (
    <Pills
      legend={option.title}
      pills={pillsOf(option.choices, current, refused)}
      value={current}
      disabled={choose === null}
      onPick={(picked) => choose?.(picked)}
    />
  );
}

function isChoice(value: unknown): value is Choice["value"] {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Return the choices that the server has not confirmed yet. Without them, the next choice would undo the previous
 * one. */
function usePicked(agreed: Answers, no: boolean): [Answers, (picked: Answers) => void] {
  const [picked, setPicked] = useState<Answers>({});
  useEffect(() => {
    setPicked((before) => Object.fromEntries(Object.entries(before).filter(([name, value]) => !same(agreed[name], value))));
  }, [agreed]);
  useEffect(() => {
    if (no) setPicked({});
  }, [no]);
  return [picked, setPicked];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

type Value = Choice["value"];

/** Return the choices, and the current value if it is not one of them: another client may have set it. */
function pillsOf(choices: readonly Choice[], current: Value, refused: readonly Value[]): readonly Pill<Value>[] {
  const pills = choices.map((choice) => ({ ...choice, refused: refused.includes(choice.value) }));
  if (current === "" || choices.some((choice) => choice.value === current)) return pills;
  return [...pills, { value: current, label: String(current) }];
}
