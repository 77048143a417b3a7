/** Help at a table: what there is to do now, the rules of this moment, and the keys. */
import { Asking } from "../advice/asking";
import { Guides } from "../guide/guides";
import { t } from "../language";
import type { Room, Sitting } from "../room";
import type { Table } from "../table";
import { openRule } from "./sheets";
import { Shortcuts } from "./shortcuts";
import { said } from "./status";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly sitting: Sitting;
}

export function Help({ table, room, sitting }: Props) {
  const { text, note } = said(table, room, sitting);
  const phase = sitting.phases?.now.value ?? null;
  const lines = [text, note, phase !== null && sitting.phases?.purpose(phase)];
  return (
    <div class="help">
      <h3>{say("help.now")}</h3>
      {lines.map((line) => line && <p key={line}>{line}</p>)}
      <Asking table={table} room={room} />
      <button type="button" data-testid="help-rules" onClick={() => openRule(sitting.rule.value)}>
        {t("rules.now")}
      </button>
      <Guides game={table.hello.value?.game ?? ""} look="button to-guide" />
      <h3>{say("shortcuts")}</h3>
      <Shortcuts room={room} />
    </div>
  );
}
