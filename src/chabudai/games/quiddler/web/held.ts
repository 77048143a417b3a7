/** A card of my hand; the number is the page's own. */
export interface Held {
  readonly id: number;
  readonly face: string;
}
