/** Small aids next to events and actions, fetched with the screen of a table. */
import { signal } from "@preact/signals";

export const aids = signal<typeof import("./why/aids") | null>(null);

export async function fetchAids(): Promise<void> {
  aids.value ??= await import("./why/aids");
}
