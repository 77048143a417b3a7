/** The status line: what happens, or what the reader can do, or a refusal with its rule. */
import { signal } from "@preact/signals";
import { useFirstTime, type Phases } from "../first_time";
import type { Room, Sitting, Status } from "../room";
import type { Table } from "../table";
import { refusalText, ruleOf } from "./refusals";
import { RuleLink } from "./rule";

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly sitting: Sitting;
}

const UNEXPLAINED: Phases = { now: signal(null), purpose: () => "" };

export function StatusLine({ table, room, sitting }: Props) {
  const { text, note, tone, rule } = said(table, room, sitting);
  const purpose = useFirstTime(table.id, sitting.phases ?? UNEXPLAINED).value;
  const first = purpose !== "" && tone !== "warn";
  return (
    <div class={first ? `status ${tone} first` : `status ${tone}`}>
      <p role="status" data-testid="status">
        {text} {note && <small>{note}</small>} {first && <span data-testid="purpose">{purpose}</span>}
      </p>
      {rule && <RuleLink rule={rule} />}
    </div>
  );
}

function said(table: Table, room: Room, sitting: Sitting): Status {
  const refusal = table.refusal.value;
  if (refusal === null) return sitting.status.value;
  const text = refusalText(room, refusal);
  const rule = ruleOf(refusal);
  return rule === null ? { text, tone: "warn" } : { text, tone: "warn", rule };
}
