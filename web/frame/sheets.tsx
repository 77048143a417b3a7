/** The dialogs over a table: rules, log, help, menu. One at a time. */
import { signal } from "@preact/signals";
import { Fetched } from "../kit/fetched";
import { Sheet } from "../kit/sheet";
import { t } from "../language";
import type { Room, Sitting } from "../room";
import type { Table } from "../table";
import { Log } from "./log";

type Open =
  | { readonly kind: "rules"; readonly rule: string | null }
  | { readonly kind: "log" }
  | { readonly kind: "help" }
  | { readonly kind: "invite" }
  | { readonly kind: "seating" }
  | { readonly kind: "leave" }
  | { readonly kind: "menu" }
  | { readonly kind: "words"; readonly text: string | null };

export const sheet = signal<Open | null>(null);

export function openRule(rule: string | null): void {
  sheet.value = { kind: "rules", rule };
}

/** What is on a card, or was said or laid at the table, means: over the table; null: all of its words. */
export function openWords(text: string | null): void {
  sheet.value = { kind: "words", text };
}

/** Close the dialog, so that the table is seen. */
export const close = (): void => {
  sheet.value = null;
};

const loadRules = async () => (await import("./rules")).Rules;
const asides = () => import("./asides");
const loadHelp = async () => (await asides()).Help;
const loadMenu = async () => (await asides()).Menu;
const loadWaysIn = async () => (await asides()).WaysIn;
const loadSeating = async () => (await asides()).Seating;
const loadWords = async () => (await asides()).loadWords();
const loadLeaving = async () => (await asides()).Leaving;

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
          <Fetched key="rules" load={loadRules} props={{ game: table.hello.value?.game ?? "", rule: open.rule }} />
        </Sheet>
      );
    case "log":
      return (
        <Sheet name="log" title={t("log")} onClose={close}>
          {sitting && <sitting.Side />}
          <Log table={table} room={room} recall={sitting?.recall} />
        </Sheet>
      );
    case "help":
      return (
        sitting && (
          <Sheet name="help" title={t("help")} onClose={close}>
            <Fetched key="help" load={loadHelp} props={{ table, room, sitting }} />
          </Sheet>
        )
      );
    case "invite":
      return (
        <Sheet name="invite" title={t("invite")} onClose={close}>
          <Fetched key="invite" load={loadWaysIn} props={{ table }} />
        </Sheet>
      );
    case "seating":
      return (
        <Sheet name="seating" title={t("seating")} onClose={close}>
          <Fetched key="seating" load={loadSeating} props={{ table }} />
        </Sheet>
      );
    case "leave":
      return (
        <Sheet name="leave" title={t("leave")} onClose={close}>
          <Fetched key="leave" load={loadLeaving} props={{ table }} />
        </Sheet>
      );
    case "words":
      return <Fetched key={`words ${open.text}`} load={loadWords} props={{ table, room, text: open.text }} />;
    case "menu":
      return (
        <Sheet name="menu" title={t("menu")} onClose={close}>
          <Fetched key="menu" load={loadMenu} props={{ table, room, close }} />
        </Sheet>
      );
  }
}
