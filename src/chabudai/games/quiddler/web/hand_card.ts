/** A card of this seat's hand. The id is local to this page. */
export interface Held {
  readonly id: number;
  readonly face: string;
}
