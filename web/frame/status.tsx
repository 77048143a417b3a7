/** One sentence: what is happening, or what you can do. A refusal carries its rule. */
import { t } from "../language";
import type { Room, Sitting, Status } from "../room";
import type { Table } from "../table";
import { refusalText } from "./refusals";
import { openRule } from "./sheets";

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly sitting: Sitting;
}

export function StatusLine({ table, room, sitting }: Props) {
  const { text, note, tone, rule } = said(table, room, sitting);
  return (
    <div class={`status ${tone}`}>
      <p role="status" data-testid="status">
        {text} {note && <small>{note}</small>}
      </p>
      {rule && (
        <button type="button" class="rule-link" data-testid="rule" onClick={() => openRule(rule)}>
          {t("rule", { id: rule })}
        </button>
      )}
    </div>
  );
}

function said(table: Table, room: Room, sitting: Sitting): Status {
  const refusal = table.refusal.value;
  if (refusal === null) return sitting.status.value;
  const text = refusalText(room, refusal);
  return /^[A-Z]{2}-/.test(refusal.rule ?? "") && refusal.rule
    ? { text, tone: "warn", rule: refusal.rule }
    : { text, tone: "warn" };
}
