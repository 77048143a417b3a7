/** The focus on the heading of a screen. */

export const HEADING = ":is(h1, h2)[tabindex]";

/** Return whether no element has the focus. */
export const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Focus the heading of a screen that has just appeared, unless an element in use is still there. */
export function focusHeading(heading: HTMLElement | null): void {
  if (lost() || document.activeElement?.matches(`${HEADING}, .board`)) heading?.focus({ preventScroll: true });
}
