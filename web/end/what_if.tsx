/** Links from a round of the review to its replay, and to a new table that continues from there. */
import { useSignal } from "@preact/signals";
import { failureText } from "../state/refusals";
import { stepsOf } from "../net/jobs";
import { Icon } from "../ui/icons";
import { go } from "../state/routes";
import type { Table } from "../state/table";
import { goOn } from "../state/what_if";
import { stepPath } from "../state/replay_address";
import { t } from "./words";

interface Props {
  readonly table: Table;
  /** The round, from 1, and the seat that begins it. */
  readonly round: number;
  readonly start: number;
  /** Whether a view belongs to this round. The first such view is its beginning. */
  readonly isOf: (view: unknown) => boolean;
}

/** Find the step of the replay at which a round begins. */
async function stepOf(table: string, isOf: Props["isOf"]): Promise<number> {
  for (let from = 0; ; ) {
    const { of, steps } = await stepsOf(table, null, from);
    const found = steps.findIndex(({ view }) => isOf(view));
    if (found >= 0) return from + found;
    from += steps.length;
    if (steps.length === 0 || from >= of) return 0;
  }
}

export function WhatIf({ table, round, start, isOf }: Props) {
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const { id, seat } = table;
  const from = async (then: (step: number) => unknown): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    trouble.value = null;
    try {
      await then(await stepOf(id, isOf));
    } catch (failure) {
      trouble.value = failureText(failure);
    } finally {
      busy.value = false;
    }
  };
  return (
    <>
      <div class="review-ways">
        <button type="button" data-testid="what-if" aria-disabled={busy.value} onClick={() => void from((step) => goOn(id, step, seat.value ?? start))}>
          <Icon name="bot" />
          {t("what-if", { n: round })}
        </button>
        <button type="button" data-testid="round-again" aria-disabled={busy.value} onClick={() => void from((step) => go(stepPath(id, step, seat.value)))}>
          <Icon name="eye" />
          {t("what-if.replay", { n: round })}
        </button>
      </div>
      <p class="note">{t("what-if.note")}</p>
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
    </>
  );
}
