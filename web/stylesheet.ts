/** Style sheets that are fetched when they are wanted: a game's, and those that only some readers need. */

/** Wait for a game's module and for its style sheet, so that nothing is shown without its style. */
export async function withStylesheet<T>(sheet: string, module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, use(new URL(sheet, import.meta.url).href)]);
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

/** One game's sheet at a time: two games may use one class name for different things. */
function use(href: string): Promise<void> {
  const used = [...document.querySelectorAll<HTMLLinkElement>("link[data-room]")];
  if (used.some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.dataset["room"] = "";
    link.onload = () => {
      for (const old of used) old.remove();
      resolve();
    };
    link.onerror = () => reject(new Error(`no style sheet at ${href}`));
    document.head.append(link);
  });
}
