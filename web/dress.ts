/** A game's style sheet, fetched when the game is wanted. */

/** Wait for what a game brings, and for its style sheet: nothing is shown undressed. */
export async function dressed<T>(sheet: string, brought: Promise<T>): Promise<T> {
  const [room] = await Promise.all([brought, wear(new URL(sheet, import.meta.url).href)]);
  return room;
}

/** One game's sheet at a time: two games may call different things by the same name. */
function wear(href: string): Promise<void> {
  const worn = [...document.querySelectorAll<HTMLLinkElement>("link[data-room]")];
  if (worn.some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.dataset["room"] = "";
    link.onload = () => {
      for (const old of worn) old.remove();
      resolve();
    };
    link.onerror = () => reject(new Error(`no style sheet at ${href}`));
    document.head.append(link);
  });
}
