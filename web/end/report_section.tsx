/** The review below the result. The server computes it when it is opened. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import sheet from "../css/report.css";
import { LazyPart } from "../ui/lazy_part";
import type { Ending, GameScreen } from "../state/game_screen";
import { withMoreStyle } from "../platform/stylesheets";
import type { Table } from "../state/table";
import { t } from "./words";

const load = async () => (await withMoreStyle(sheet, import("./report"))).Look;

/** The table whose review was open last: it is open again after a visit to one of its moments. */
let opened: string | null = null;

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly parts: NonNullable<Ending["reported"]>;
}

export function LookBack({ table, screen, parts }: Props) {
  const open = useSignal(opened === table.id);
  const section = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open.peek()) section.current?.scrollIntoView();
  }, []);
  const toggle = (now: boolean): void => {
    open.value = now;
    opened = now ? table.id : null;
  };
  return (
    <details ref={section} class="look-back" data-testid="look-back" open={open.value} onToggle={(event) => toggle(event.currentTarget.open)}>
      <summary>{t("look-back")}</summary>
      {open.value && <LazyPart load={load} props={{ table, screen, parts }} />}
    </details>
  );
}
