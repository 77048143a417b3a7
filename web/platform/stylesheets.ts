/** Style sheets that are fetched on demand: those of a game, and those that only some readers need. */

/** Wait for a game's module and for its style sheet, so that nothing is shown without its style. */
export async function withStylesheet<T>(sheet: string, module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, use(sheet)]);
  return loaded;
}

/** Wait for the module and style sheet of a part of a game that is shown later. The style sheet is removed with the
 * game's. */
export async function withMoreStyle<T>(sheet: string, module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, add(sheet)]);
  return loaded;
}

/** Add a style sheet to the page, once. */
export function addStylesheet(sheet: string): void {
  const { href } = new URL(sheet, import.meta.url);
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}

/** Return the style sheets of the current game. */
const used = (): readonly HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>("link[data-game]")];

/** Use one game's style sheets at a time: two games may use one class name for different things. */
async function use(sheet: string): Promise<void> {
  const before = used();
  if (await add(sheet)) for (const old of before) old.remove();
}

/** Add a style sheet. Returns whether it was new. */
function add(sheet: string): Promise<boolean> {
  const { href } = new URL(sheet, import.meta.url);
  if (used().some((link) => link.href === href)) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.dataset["game"] = "";
    link.onload = () => resolve(true);
    link.onerror = () => reject(new Error(`no style sheet at ${href}`));
    document.head.append(link);
  });
}
