/** The service worker. While the server cannot be reached, it shows the page and the rulebooks as they were.
 *
 * As long as a server answers, everything comes from that server. The cache contains only public files, the front page
 * and rulebooks. Calls, tables and parties are never stored. */

/** Part of the standard interfaces, which exclude those of pages. */
interface ExtendableEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  readonly respondWith: (answer: Promise<Response>) => void;
}
interface Events {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly message: ExtendableEvent & { readonly data: unknown };
  readonly fetch: FetchEvent;
}
declare const self: {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <E extends keyof Events>(name: E, act: (event: Events[E]) => void) => void;
};

/** Written above this script by the server. Paths are relative to the site. */
declare const KEPT: {
  /** Changes with the client and with the rulebooks. */
  readonly version: string;
  /** The client's script, which the front page names. */
  readonly script: string;
  readonly files: readonly string[];
  /** Rulebooks and fonts, by language. */
  readonly languages: Readonly<Record<string, readonly string[]>>;
};

const SITE = self.registration.scope;
/** Another site on this host, below another path, has caches with other names. */
const OWN = `chabudai ${SITE} `;
const CACHE = OWN + KEPT.version;
/** Answers of a proxy whose server does not run. */
const NO_SERVER: readonly number[] = [502, 504];

async function keepPage(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(SITE, { cache: "no-cache" });
  // During an upgrade, a server of the other version may answer.
  if (!page.ok || page.redirected || !(await page.clone().text()).includes(KEPT.script)) throw new Error("another version");
  await cache.addAll(KEPT.files.map((path) => SITE + path));
  await cache.put(SITE, page);
}

/** Store the rulebooks and fonts of a language, except those that are stored already. */
async function keepLanguage(language: unknown): Promise<void> {
  const paths = Object.entries(KEPT.languages).find(([each]) => each === language)?.[1] ?? [];
  // A newer worker has deleted it.
  if (!(await caches.has(CACHE))) return;
  const cache = await caches.open(CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  await cache.addAll(paths.map((path) => SITE + path).filter((url) => !stored.has(url)));
}

async function removeOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Return the stored file, or, for a page, the stored rulebook or the front page. */
async function stored({ mode, url }: Request): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  const match = (ignoreSearch: boolean) => cache.match(url, { ignoreSearch, ignoreVary: true });
  if (mode !== "navigate") return match(false);
  // A rulebook without a language in its address may be in any language.
  return (await match(!new URL(url).search)) ?? cache.match(SITE, { ignoreVary: true });
}

async function answer(event: FetchEvent): Promise<Response> {
  const sent = await fromNetwork(event).catch(() => undefined);
  if (sent !== undefined && !NO_SERVER.includes(sent.status)) return sent;
  return (await stored(event.request)) ?? sent ?? Response.error();
}

const fromNetwork = async ({ preloadResponse, request }: FetchEvent): Promise<Response> => (await preloadResponse) ?? fetch(request);

self.addEventListener("install", (event) => event.waitUntil(keepPage().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => {
  const preload = self.registration.navigationPreload as NavigationPreloadManager | undefined;
  event.waitUntil(Promise.all([removeOthers(), preload?.enable(), self.clients.claim()]));
});
// A language that cannot be fetched now is fetched for the next page.
self.addEventListener("message", (event) => event.waitUntil(keepLanguage(event.data).catch(() => undefined)));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || !url.startsWith(SITE)) return;
  const path = url.slice(SITE.length);
  if (/^(static|rules)\//.test(path) || (mode === "navigate" && !/^(api|ws)\//.test(path))) event.respondWith(answer(event));
});

export {};
