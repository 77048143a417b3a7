/** The faces of bots, drawn around the origin, and where to break long names. */
export { syllables } from "./syllables";

/** A face in front view. Paths are filled with the colour before them. */
interface Drawn {
  /** The colour of the coat. */
  readonly coat: string;
  /** Ears, or whatever is behind the head. */
  readonly back: readonly [colour: string, path: string];
  /** The colour pattern of the face. */
  readonly mark: readonly [colour: string, path: string];
  /** Thin lines: stripes, whiskers, antlers, a mouth. */
  readonly lines: string;
}

const INK = "#14202b";
const ROUND_EARS = "M-12-7a4.5 4.5 0 0 1 8-3L-9-2ZM12-7a4.5 4.5 0 0 0-8-3L9-2Z";
const MUZZLE = "M-5.5 6a5.5 4 0 0 1 11 0 5.5 4 0 0 1-11 0Z";
const NOSE = "M-1.6 4h3.2L0 5.8ZM0 5.8v1.6";

/** The faces in the order of `core.characters`. */
const FACES: readonly Drawn[] = [
  { coat: "#a9805a", back: ["#6b4a33", ROUND_EARS], mark: ["#5b4030", "M-1-2Q-9-5-9.5 3-4 5-1-2ZM1-2Q9-5 9.5 3 4 5 1-2Z"], lines: NOSE },
  { coat: "#e58237", back: ["#e58237", "M-10 2-11-13-2-8ZM10 2 11-13 2-8Z"], mark: ["#fff3df", "M-9.6 3Q-3 2 0 6 3 2 9.6 3 7 10.5 0 11-7 10.5-9.6 3Z"], lines: NOSE },
  { coat: "#f4efe6", back: ["#f4b9b4", "M-7-5Q-9.5-15-6-14.6-2-14-2.5-7ZM7-5Q9.5-15 6-14.6 2-14 2.5-7Z"], mark: ["#f4b9b4", "M-8.5 4a2 1.6 0 0 1 4 0 2 1.6 0 0 1-4 0ZM4.5 4a2 1.6 0 0 1 4 0 2 1.6 0 0 1-4 0Z"], lines: NOSE },
  { coat: "#7a5334", back: ["#7a5334", ROUND_EARS], mark: ["#dcb98f", MUZZLE], lines: NOSE },
  { coat: "#8c6b4c", back: ["#eba98f", "M-9-2a4 4 0 0 0 0 7ZM9-2a4 4 0 0 1 0 7Z"], mark: ["#eba98f", "M0-3Q-7-8-8 1-7 9 0 10 7 9 8 1 7-8 0-3Z"], lines: "M-3.5 6.5Q0 9 3.5 6.5" },
  { coat: "#f6ead4", back: ["#f6ead4", "M-10 0-10-12-3-8ZM10 0 10-12 3-8Z"], mark: ["#db9142", "M-9.6-1Q-9-8.6-1-9-1-3-9.6-1Z"], lines: `${NOSE}M-6 6-13 5M-6 7.5-13 9M6 6 13 5M6 7.5 13 9` },
  { coat: "#eba936", back: ["#eba936", ROUND_EARS], mark: ["#fff3df", MUZZLE], lines: `${NOSE}M0-8.6v4M-4-8v3M4-8v3M-9.6 2h3M-9 5h3M9.6 2h-3M9 5h-3` },
  { coat: "#9db0c3", back: ["#55947a", "M-9 8Q0 18 9 8Z"], mark: ["#edb93f", "M-3 3 0 9 3 3Z"], lines: "M-3 3H3" },
  { coat: "#93b56b", back: ["#5f7d45", "M-14 9Q-14-13.5 0-13.5 14-13.5 14 9Z"], mark: ["#b9d295", MUZZLE], lines: "M-3.5 6Q0 9 3.5 6" },
  { coat: "#c8935d", back: ["#c8935d", "M-9-1-14.5-4-11 3ZM9-1 14.5-4 11 3Z"], mark: ["#f4e2c8", MUZZLE], lines: `${NOSE}M-4-8-7-14M-6-11-10-11.5M4-8 7-14M6-11 10-11.5` },
];

/** A bot's face, by its number. It is hidden from screen readers, so the bot's name must be next to it. */
export function Face({ face }: { readonly face: number }) {
  const drawn = FACES[face];
  if (drawn === undefined) return null;
  const { coat, back, mark, lines } = drawn;
  return (
    <svg class="bot-face" width="38" height="38" viewBox="-16 -16 32 32" aria-hidden="true" stroke={INK} stroke-linejoin="round" stroke-linecap="round">
      <path d={back[1]} fill={back[0]} stroke-width="1.6" />
      <circle cy="1.5" r="9.6" fill={coat} stroke-width="1.6" />
      <path d={mark[1]} fill={mark[0]} stroke="none" />
      <path d={lines} fill="none" stroke-width="1.1" />
      <g fill={INK} stroke="#fff8e8" stroke-width=".7">
        <circle cx="-4" cy="0" r="1.7" />
        <circle cx="4" cy="0" r="1.7" />
      </g>
    </svg>
  );
}
