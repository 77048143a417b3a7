/** A hint card, and a porter with a label on its head, for pictures. */
import { Figure } from "./porter";

/** A hint card with a token on one of its words. */
export function Card({ token }: { readonly token: number }) {
  return (
    <g class="outline">
      <rect x="-38" y="-26" width="76" height="52" rx="8" class="fill-paper" />
      <path d="M-38 0H38" stroke-dasharray="4 4" />
      <path d="M-26 -13H4M-26 13H-4" class="scribble" />
      {token === 0 ? <path d="M14 5h15v15h-15z" class="fill-seat-0" /> : <circle cx="22" cy="-13" r="8" class={`fill-seat-${token}`} />}
    </g>
  );
}

/** A porter with a label on its head. */
export function Loaded({ seat }: { readonly seat: number }) {
  return (
    <>
      <Figure seat={seat} />
      <rect x="-20" y="-66" width="40" height="18" rx="4" class="porter-load" />
      <path d="M-13 -60H13M-13 -54H6" class="porter-scribble" />
    </>
  );
}
