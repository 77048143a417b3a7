/** SVG definitions shared by all pictures of a game: symbols, patterns. */

import { trusted } from "../platform/trusted_html";

const SVG = "http://www.w3.org/2000/svg";

/** Add definitions to the page, once for each `id`. */
export function addDefinitions(id: string, definitions: () => string): void {
  if (document.getElementById(id)) return;
  const holder = document.createElementNS(SVG, "svg");
  holder.id = id;
  holder.setAttribute("class", "unseen");
  holder.setAttribute("aria-hidden", "true");
  holder.innerHTML = trusted(`<defs>${definitions()}</defs>`);
  document.body.append(holder);
}
