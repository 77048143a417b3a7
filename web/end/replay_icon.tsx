/** The icons of a replay's buttons, on 24 by 24 units. */
const PATHS = {
  back: "M17.5 5.5v13L7.5 12zM5.5 5.5v13",
  play: "M7.5 4.5v15L19 12z",
  pause: "M8.5 5v14M15.5 5v14",
  next: "M6.5 5.5v13l10-6.5zM18.5 5.5v13",
} as const;

export function ReplayIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
