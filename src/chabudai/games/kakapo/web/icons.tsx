/** This game's icons, drawn in lines on 24 by 24 units like those of the shell. */

export function ArrowIcon({ angle }: { readonly angle: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 20V5M5.5 11 12 4.5 18.5 11" transform={`rotate(${angle} 12 12)`} />
    </svg>
  );
}

/** Flipping a piece. */
export function FlipIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3v18M9 7 3 17h6zM15 7l6 10h-6z" />
    </svg>
  );
}

/** The next legal place. */
export function FitIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2.5 14.4 9.6 21.5 12 14.4 14.4 12 21.5 9.6 14.4 2.5 12 9.6 9.6Z" />
    </svg>
  );
}

/** A deck of cards. */
export function DeckIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 8h10v13H4zM8 8V5h11v13h-5" />
    </svg>
  );
}
