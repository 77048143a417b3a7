/** The curtain's cloth: a split curtain on a rod, with the table in its crest and waves along the hem. It is as wide as
 * the page. */
import { lookOf } from "../../state/looks";

/** The places of cushions around the crest's table: near, left, far, right, and between. */
const AROUND = [90, 180, 270, 0, 135, 225, 315, 45];
const WIDE = { x: -4000, width: 8400 };

export function Cloth({ seats }: { readonly seats: readonly number[] }) {
  return (
    <svg class="cloth" viewBox="0 0 400 430" preserveAspectRatio="xMidYMin" aria-hidden="true">
      <pattern id="cloth" width="100" height="430" patternUnits="userSpaceOnUse">
        <path d="M1 26H99L98 408Q50 426 3 404Z" class="cloth-panel" />
        <path d="M28 42V320M52 42V320M76 42V320" class="cloth-fold" />
        <path d="M22 12h14v21a5 5 0 0 1-5 5h-4a5 5 0 0 1-5-5zM72 12h14v21a5 5 0 0 1-5 5h-4a5 5 0 0 1-5-5z" class="cloth-panel" />
      </pattern>
      <pattern id="waves" width="40" height="60" y="330" patternUnits="userSpaceOnUse">
        <path
          d="M0 28a20 20 0 0 1 40 0M7 28a13 13 0 0 1 26 0M14 28a6 6 0 0 1 12 0M-20 50a20 20 0 0 1 40 0a20 20 0 0 1 40 0M-13 50a13 13 0 0 1 26 0m14 0a13 13 0 0 1 26 0M-6 50a6 6 0 0 1 12 0m28 0a6 6 0 0 1 12 0"
          class="cloth-wave"
        />
      </pattern>
      <rect {...WIDE} height="26" class="cloth-beam" />
      <rect {...WIDE} height="430" fill="url(#cloth)" />
      <rect {...WIDE} y="330" height="60" fill="url(#waves)" />
      <rect {...WIDE} y="10" height="11" class="cloth-rod" />
      <g transform="translate(200 178)">
        <circle r="88" class="cloth-crest" />
        {seats.map((seat, at) => {
          const turn = ((AROUND[at] ?? 0) * Math.PI) / 180;
          return <circle key={seat} cx={58 * Math.cos(turn)} cy={58 * Math.sin(turn)} r="20" class={`shape seat-${lookOf(seat)}`} />;
        })}
        {[46, 30, 15].map((r) => (
          <circle key={r} r={r} class={r === 46 ? "cloth-table" : "cloth-grain"} />
        ))}
      </g>
    </svg>
  );
}
