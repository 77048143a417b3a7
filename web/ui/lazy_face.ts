/** The faces of bots and the syllables of names, fetched with the screen of a table. */
import { signal } from "@preact/signals";

export const faces = signal<typeof import("./face") | null>(null);
