/** A choice from a few visible values: radio buttons that look like pills. */
import { useId } from "preact/hooks";

export interface Pill<T> {
  readonly value: T;
  readonly label: string;
  /** Whether the value cannot be chosen now. Its button is not disabled, so that the server can say why. */
  readonly refused?: boolean;
}

interface Props<T> {
  readonly legend: string;
  readonly pills: readonly Pill<T>[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly onPick: (value: T) => void;
}

export function Pills<T extends string | number | boolean>({ legend, pills, value, disabled, onPick }: Props<T>) {
  const name = useId();
  return (
    <fieldset class="pills" disabled={disabled === true}>
      <legend>{legend}</legend>
      <div class="pill-row">
        {pills.map((pill) => (
          <label key={String(pill.value)} class="pill">
            <input
              type="radio"
              name={name}
              checked={pill.value === value}
              aria-disabled={pill.refused === true}
              onChange={() => onPick(pill.value)}
            />
            <span key={pill.label}>{pill.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
