/** Clocks. */

/** Return the milliseconds since the page was opened. Users cannot set this clock. */
export const pageTime = (): number => performance.now();

/** Return the date of this device, in milliseconds since 1970. */
export const wallTime = (): number => Date.now();
