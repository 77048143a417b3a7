/** Quiddler's pictures on the front page: a hand of cards, and a word laid on the table. */
import { Fan } from "./fan";

const HAND = ["QU", "I", "D", "D", "L", "ER"];
const LAID = ["TH", "E", "R", "E"];

export function Art() {
  return (
    <svg viewBox="0 0 320 104" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="104" class="wash-quiddler" />
      <Fan faces={HAND} x={160} y={50} step={42} turn={4} height={82} />
    </svg>
  );
}

export function Thing() {
  return <Fan faces={LAID} x={0} y={0} step={38} turn={6} height={82} />;
}

export { glance } from "./glance";
