/** The dialogs over a table: rules, log, menu. One at a time. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
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
  | { readonly kind: "invite" }
  | { readonly kind: "menu" };

export const sheet = signal<Open | null>(null);

export function openRule(rule: string | null): void {
  sheet.value = { kind: "rules", rule };
}

/** Close the dialog, so that the table is seen. */
export const close = (): void => {
  sheet.value = null;
};

type Part = ComponentType<{ readonly table: Table }>;

const loadWaysIn = async (): Promise<Part> => (await import("../lobby/ways_in")).WaysIn;

/** A part of the page that is fetched when it is first opened. */
function Fetched({ load, table }: { readonly load: () => Promise<Part>; readonly table: Table }) {
  const part = useSignal<Part | null>(null);
  useEffect(() => void load().then((loaded) => (part.value = loaded)), [load]);
  const Part = part.value;
  return Part === null ? <p class="note">{t("loading")}</p> : <Part table={table} />;
}

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
          <Log table={table} room={room} recall={sitting?.recall} />
        </Sheet>
      );
    case "invite":
      return (
        <Sheet name="invite" title={t("invite")} onClose={close}>
          <Fetched load={loadWaysIn} table={table} />
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
