/** The reason for a bot's last move, below the bubble at its cushion, after a tap. Keyboard users find it in the log.
 * */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { announce } from "../../ui/announcements";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { askedAbout, madeBy, reasonFor } from "./reason_request";
import { say } from "./words";

/** The distance from the edges of the table, and the width, in pixels, as in the style sheet. */
const EDGE = 8;
const WIDE = 300;

const holds = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean => left <= x && x <= right && top <= y && y <= bottom;

interface Asked {
  readonly left: number;
  readonly top: number;
  readonly reason: string | null;
}

export function AtBubble({ table, screen }: { readonly table: Table; readonly screen: GameScreen }) {
  const asked = useSignal<Asked | null>(null);
  useEffect(() => {
    const tap = async ({ target, clientX, clientY }: MouseEvent): Promise<void> => {
      asked.value = null;
      if (!(target instanceof Element) || target.closest("button, a, input, dialog") !== null) return;
      // Find the bubble by its position, because the board may cover it.
      const bubble = [...document.querySelectorAll(".bubble:not(.empty)")].find((each) => holds(each.getBoundingClientRect(), clientX, clientY));
      const seat = bubble?.parentElement?.querySelector<HTMLElement>("[data-seat]")?.dataset["seat"];
      if (!bubble || seat === undefined) return;
      const step = [...table.story.peek()].reverse().find((told) => madeBy(told) === Number(seat));
      if (step === undefined || askedAbout(table, step) === null) return;
      const { left, width, bottom } = bubble.getBoundingClientRect();
      const end = bubble.closest(".stage")?.getBoundingClientRect().right ?? innerWidth;
      const middle = Math.min(Math.max(left + (width - WIDE) / 2, EDGE), end - WIDE - EDGE);
      const shown: Asked = { left: middle, top: bottom + EDGE, reason: null };
      asked.value = shown;
      const reason = await reasonFor(table, screen, step.seq);
      announce("now", reason);
      if (asked.peek() === shown) asked.value = { ...shown, reason };
    };
    const listen = (event: MouseEvent): void => void tap(event);
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") asked.value = null;
    };
    addEventListener("click", listen);
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("click", listen);
      removeEventListener("keydown", leave);
    };
  }, [table, screen]);
  if (asked.value === null) return null;
  const { left, top, reason } = asked.value;
  return (
    <p class="why-near" data-testid="why-near" style={{ left: `${left}px`, top: `${top}px` }}>
      {reason ?? say("awaited")}
    </p>
  );
}
