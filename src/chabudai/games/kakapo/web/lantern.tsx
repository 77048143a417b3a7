/** A lantern on the table: it is night, and the players are silent. */
export function Lantern() {
  return (
    <svg class="lantern" viewBox="0 0 40 56" aria-hidden="true" stroke="#0a0603" stroke-width="2.2" stroke-linecap="round">
      <path d="M13 8V4Q20 -1 27 4V8" fill="none" />
      <path d="M8 10Q20 5 32 10L35 44Q20 51 5 44Z" fill="#ffe9a8" />
      <path d="M7 20Q20 25 33 20M6 32Q20 37 34 32M20 7V48M4 52H36" fill="none" />
    </svg>
  );
}
