/** The kakapo: a plump green nocturnal parrot. It sleeps until it has been scanned. */

const FLECKS = [
  [30, 66],
  [42, 71],
  [58, 71],
  [70, 66],
  [35, 79],
  [50, 82],
  [65, 79],
] as const;

/** The bird on a field of 100 by 100 units. */
export function Bird({ awake }: { readonly awake: boolean }) {
  return (
    <g class={awake ? "bird awake" : "bird"}>
      <path d="M36 92v5M42 92v6M58 92v6M64 92v5" class="bird-toes" />
      <path d="M44 8Q46 0 52 3Q58 0 58 8Z" class="bird-back" />
      <path d="M50 5C76 5 90 27 90 54C90 81 74 95 50 95C26 95 10 81 10 54C10 27 24 5 50 5Z" class="bird-body" />
      <path d="M13 44C6 62 12 82 27 90C22 76 20 60 24 46ZM87 44C94 62 88 82 73 90C78 76 80 60 76 46Z" class="bird-wing" />
      {FLECKS.map(([x, y]) => (
        <path key={x} d={`M${x - 4} ${y}q4 5 8 0`} class="bird-fleck" />
      ))}
      <path
        d="M50 15C60 7 82 11 83 33C84 52 66 60 50 60C34 60 16 52 17 33C18 11 40 7 50 15Z"
        class="bird-face"
      />
      <path d="M26 46l-7 4M29 51l-5 6M74 46l7 4M71 51l5 6M50 18v8M44 19l2 7M56 19l-2 7" class="bird-whisker" />
      <Eye x={32} awake={awake} />
      <Eye x={68} awake={awake} />
      <path d="M50 33C59 33 62 42 60 50C58 58 53 61 50 66C47 61 42 58 40 50C38 42 41 33 50 33Z" class="bird-beak" />
      <path d="M46 41h.1M54 41h.1" class="bird-nostril" />
    </g>
  );
}

function Eye({ x, awake }: { readonly x: number; readonly awake: boolean }) {
  if (!awake) return <path d={`M${x - 7} 34q7 7 14 0`} class="bird-lid" />;
  return (
    <g class="bird-eye">
      <circle cx={x} cy="33" r="8.4" class="bird-pupil" />
      <circle cx={x + 2.6} cy="30" r="2.8" class="bird-glint" />
    </g>
  );
}

/** A small bird for use in text. The text must say whether it is awake. */
export function BirdMark({ awake }: { readonly awake: boolean }) {
  return (
    <svg class="bird-mark" viewBox="0 0 100 100" aria-hidden="true">
      <Bird awake={awake} />
    </svg>
  );
}
