/** Small aids next to events and actions, and the faces of bots, fetched with the screen of a table. */
import { signal } from "@preact/signals";
import { faces } from "../ui/lazy_face";

export const aids = signal<typeof import("./why/aids") | null>(null);

export async function fetchAids(): Promise<void> {
  [aids.value, faces.value] = await Promise.all([import("./why/aids"), import("../ui/face")]);
}
