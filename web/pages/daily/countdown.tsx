/** The time until the next deals. */
import { useEffect, useState } from "preact/hooks";
import { wallTime } from "../../platform/clock";
import { DAY_MS, startOf, t } from "../words";

const MINUTE_MS = 60_000;
const LOOK_MS = 10_000;

interface Props {
  readonly today: string;
  /** Called when the day has ended, until the page shows the next one. */
  readonly onNew: () => void;
}

export function Countdown({ today, onNew }: Props) {
  const [now, setNow] = useState(wallTime());
  const left = Math.max(0, startOf(today) + DAY_MS - now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(wallTime()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left === 0) onNew();
  }, [left === 0, today]);
  const minutes = Math.max(1, Math.ceil(left / MINUTE_MS));
  const text = minutes < 60 ? t("new.minutes", { m: minutes }) : t("new.hours", { h: Math.floor(minutes / 60), m: minutes % 60 });
  return (
    <p class="countdown" role="timer" data-testid="countdown">
      <span key={text}>{text}</span>
    </p>
  );
}
