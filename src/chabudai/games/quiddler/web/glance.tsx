/** Quiddler in 30 seconds: a card drawn and one discarded, words laid, points added up. */
import { Fan } from "./fan";

const Ground = () => <rect width="160" height="104" class="wash-quiddler" />;

function Draw() {
  return (
    <>
      <Ground />
      <Fan faces={["A"]} x={36} y={52} step={0} turn={0} height={66} />
      <path d="M66 40h28m-9 -9l9 9l-9 9M94 66h-28m9 -9l-9 9l9 9" class="glance-arrow" />
      <Fan faces={["T"]} x={124} y={52} step={0} turn={0} height={66} />
    </>
  );
}

function Lay() {
  return (
    <>
      <Ground />
      <Fan faces={["C", "L", "O", "TH"]} x={80} y={50} step={34} turn={3} height={66} />
    </>
  );
}

function Count() {
  return (
    <>
      <Ground />
      <Fan faces={["H", "A", "T"]} x={58} y={50} step={30} turn={3} height={60} />
      <path d="M118 52h26m-13 -13v26" class="glance-arrow" />
    </>
  );
}

export const glance = [Draw, Lay, Count];
