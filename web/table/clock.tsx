/** The time left for the turn, if the table has a clock. */
import { useSignalEffect } from "@preact/signals";
import { useState } from "preact/hooks";
import { announce } from "../ui/announcements";
import { t } from "../i18n/language";
import type { Table } from "../state/table";
import { pageTime } from "../platform/clock";

const LAST_CALL = 10;

export function Clock({ table }: { readonly table: Table }) {
  const [left, setLeft] = useState<number | null>(null);
  useSignalEffect(() => {
    const until = table.shown.value?.until ?? null;
    const mine = table.seat.value !== null && table.shown.value?.toAct.includes(table.seat.value);
    const remaining = (): number | null =>
      until === null ? null : Math.max(0, Math.ceil((until - pageTime()) / 1000));
    setLeft(remaining());
    if (until === null) return;
    const timer = window.setInterval(() => {
      const seconds = remaining();
      setLeft(seconds);
      if (mine && seconds === LAST_CALL) announce("now", t("clock", { n: seconds }));
    }, 1000);
    return () => clearInterval(timer);
  });
  if (left === null) return null;
  return (
    <span class={left <= LAST_CALL ? "clock short" : "clock"} role="timer" aria-label={t("clock", { n: left })}>
      {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
    </span>
  );
}
