/** The addresses of the pages: landing, a table, an invitation, and further ones. */
import { computed, signal } from "@preact/signals";
import { push, replaceWith } from "../platform/history";
import { PREFIX, SITE } from "../platform/site";

export type Place =
  | { readonly kind: "landing" }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "invitation"; readonly table: string; readonly secret: string }
  | { readonly kind: "code"; readonly code: string }
  /** A page that is fetched on demand, if it exists, and the further parts of its address. */
  | { readonly kind: "page"; readonly page: string; readonly name: string | undefined; readonly more: readonly string[] };

export function placeOf(path: string, fragment: string): Place {
  const [screen, name, ...more] = path.split("/").filter((part) => part !== "");
  if (screen === undefined) return { kind: "landing" };
  if (screen === "learn" && more[0]) return { kind: "table", table: `guide/${name}/${more[0]}` };
  if (more.length > 0 || !/^[tj]$/.test(screen) || name === undefined) return { kind: "page", page: screen, name, more };
  if (screen === "t") return { kind: "table", table: name };
  if (/^\d{4}(\d{2})?$/.test(name)) return { kind: "code", code: name };
  return { kind: "invitation", table: name, secret: fragment.replace(/^#/, "") };
}

const current = () => ({ path: location.pathname.slice(PREFIX.length), fragment: location.hash });
const address = signal(current());

function look(): void {
  address.value = current();
}
addEventListener("popstate", look);
addEventListener("hashchange", look);

/** Compared as text, so that a new fragment at the same place, such as another drawing, does not render the page
 * again. */
const described = computed(() => JSON.stringify(placeOf(address.value.path, address.value.fragment)));
export const place = computed(() => JSON.parse(described.value) as Place);

/** The fragment of the address. */
export const fragment = computed(() => address.value.fragment);

export function go(path: string): void {
  push(PREFIX + path, () => {
    look();
    scrollTo(0, 0);
  });
}

/** Go to an address and replace the current one, so that the secret of an invitation is not in the history. */
export function replace(path: string): void {
  replaceWith(PREFIX + path);
  look();
}

export const tablePath = (table: string): string => `/t/${encodeURIComponent(table)}`;
export const partyPath = (party: string): string => `/p/${encodeURIComponent(party)}`;
export const studioPath = (game: string): string => `/studio/${encodeURIComponent(game)}`;
/** Return the address of a table for people without a seat there. */
export const watchPath = (table: string): string => SITE + tablePath(table);
export const codePath = (code: string): string => `${SITE}/j/${code}`;
/** Return the link that joins a party, or the one table that a pass is for. */
export const invitePath = (to: string, secret: string): string =>
  `${SITE}/j/${encodeURIComponent(to)}#${secret}`;
