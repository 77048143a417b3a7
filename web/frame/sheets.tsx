/** The dialogs over a table: rules, log, menu. One at a time. */
import { signal } from "@preact/signals";
import { Sheet } from "../kit/sheet";
import { t } from "../language";
import type { Room, Sitting } from "../room";
import type { Table } from "../table";
import { Log } from "./log";
import { Menu } from "./menu";
import { Rules } from "./rules";

type Open =
  | { readonly kind: "rules"; readonly rule: string | null }
  | { readonly kind: "log" }
  | { readonly kind: "menu" };

export const sheet = signal<Open | null>(null);

export function openRule(rule: string | null): void {
  sheet.value = { kind: "rules", rule };
}

const close = (): void => {
  sheet.value = null;
};

interface Props {
  readonly table: Table;
  readonly room: Room;
  /** Null in the lobby. */
  readonly sitting: Sitting | null;
}

export function Sheets({ table, room, sitting }: Props) {
  const open = sheet.value;
  if (open === null) return null;
  switch (open.kind) {
    case "rules":
      return (
        <Sheet name="rules" title={t("rules")} onClose={close}>
          <Rules game={table.hello.value?.game ?? ""} rule={open.rule} />
        </Sheet>
      );
    case "log":
      return (
        <Sheet name="log" title={t("log")} onClose={close}>
          {sitting && <sitting.Side />}
          <Log table={table} room={room} />
        </Sheet>
      );
    case "menu":
      return (
        <Sheet name="menu" title={t("menu")} onClose={close}>
          <Menu table={table} room={room} close={close} />
        </Sheet>
      );
  }
}
