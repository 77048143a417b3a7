/** Time. */

/** Milliseconds since the page was opened. Nobody sets this clock. */
export const pageTime = (): number => performance.now();

/** The date as this device has it, in milliseconds since 1970. */
export const wallTime = (): number => Date.now();
