/** The wordless reactions, drawn around the origin like the game's stones and faces. */
import type { VNode } from "preact";
import type { React } from "../../net/types.gen";

export type Reaction = React["reaction"];

const INK = "#14202b";
const GOLD = "#ffd76a";
const EYES = "M-4.5-3.6v2.4M4.5-3.6v2.4";
const HAND = "M-4 9V0q0-2 1.5-2T-1 0v-6.5Q-1-8.5.7-8.5T2.4-6.5V-2q3-.6 3 2v5q0 4-4 4Z";

/** A round face with its eyes and other lines, and further shapes on it. */
function Face({ lines, children }: { readonly lines: string; readonly children?: VNode }) {
  return (
    <>
      <circle r="11" fill={GOLD} />
      <path d={lines} fill="none" stroke-width="2" />
      {children}
    </>
  );
}

export const REACTIONS: Readonly<Record<Reaction, VNode>> = {
  laugh: (
    <Face lines="M-7-2q2.2-3.6 4.4 0M2.6-2q2.2-3.6 4.4 0">
      <path d="M-6.2 1.6H6.2Q5.4 8.6 0 8.6-5.4 8.6-6.2 1.6Z" fill="#a33341" />
    </Face>
  ),
  wow: (
    <Face lines={`${EYES}M-6.6-7q2-1.6 4-.6M2.6-7.6q2-1 4 .6`}>
      <ellipse cy="5" rx="2.9" ry="3.7" fill="#a33341" />
    </Face>
  ),
  clap: (
    <>
      <path d={HAND} fill="#f0b98a" transform="translate(5 3) rotate(24) scale(-1 1)" />
      <path d={HAND} fill="#f7d0a8" transform="translate(-4 3) rotate(-18)" />
      <path d="M0-12.5v2.6M-6.5-11l1.4 2.2M6.5-11 5.1-8.8" fill="none" stroke="#b47a00" stroke-width="2" />
    </>
  ),
  love: <path d="M0 10.5C-16-.5-8.5-12.5 0-5 8.5-12.5 16-.5 0 10.5Z" fill="#d8485a" />,
  thumb: (
    <>
      <path d="M-4.5 0-.5-10.5Q3.8-10.5 3-6L2.3-2H9q3 0 2.4 2.8L9.8 7.6Q9.2 10 6.6 10H-4.5Z" fill={GOLD} />
      <path d="M-11-.6h5.4V10.6H-11Z" fill="#55947a" />
    </>
  ),
  think: (
    <Face lines="M-4.5-3.4v2.2M4.5-3.4v2.2M-7-6.4q2.2-1.6 4.4-.4M2.6-8.4q2.4-1 4.4.8M-4 5.2Q0 3 4.6 4.4">
      <path d="M-8.6 10.6Q-8-1 1.4 6.4q2 1.6-.2 2.8L-2 10Q-5 13.4-8.6 10.6Z" fill="#f0b98a" />
    </Face>
  ),
  oops: (
    <Face lines={`${EYES}M-6.6-5.8-3-7.6M6.6-5.8 3-7.6`}>
      <path d="M-5.6 2.6H5.6V7H-5.6ZM-2.8 2.6V7M0 2.6V7M2.8 2.6V7" fill="#fffaf0" stroke-width="1.2" />
    </Face>
  ),
  cry: (
    <Face lines="M-7-2.6q2.2 2.4 4.4 0M2.6-2.6q2.2 2.4 4.4 0M-4 7.4Q0 3.4 4 7.4">
      <path d="M-6 .6q-2.6 3.6-2 6 .6 2 2 2t2-2q.6-2.4-2-6ZM6 .6q-2.6 3.6-2 6 .6 2 2 2t2-2q.6-2.4-2-6Z" fill="#6fb3e0" stroke-width="1.1" />
    </Face>
  ),
};

const isReaction = (name: string): name is Reaction => name in REACTIONS;

/** A drawn reaction, or nothing if this page does not know it. Its meaning must be next to it for screen readers. */
export function Drawn({ name }: { readonly name: string }) {
  if (!isReaction(name)) return null;
  return (
    <svg class="reaction" viewBox="-14 -14 28 28" aria-hidden="true" stroke={INK} stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round">
      {REACTIONS[name]}
    </svg>
  );
}
