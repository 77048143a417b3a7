/** The open dialog of the front page. */
import { signal } from "@preact/signals";
import type { Game } from "./games";

type Open = { readonly kind: "host" } | { readonly kind: "diary" } | { readonly kind: "recorded" } | ({ readonly kind: "learn" | "rules" } & Game);

export const opened = signal<Open | null>(null);
