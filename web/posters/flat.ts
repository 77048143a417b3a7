/** SVG that looks the same without a style sheet. */

/** Properties of a drawing that style sheets set. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
] as const;
/** Properties that are not inherited, with their initial values. */
const OWN = { opacity: "1", display: "inline", transform: "none" } as const;
const BLANK: Readonly<Record<string, string>> = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  "fill-rule": "nonzero",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "text-anchor": "start",
};

/** Return the markup of a drawing with its styles as attributes, and without classes. */
export function flat(drawing: Element): string {
  const copy = drawing.cloneNode(true) as Element;
  settle(drawing, copy, BLANK);
  return new XMLSerializer().serializeToString(copy);
}

function settle(node: Element, copy: Element, inherited: Readonly<Record<string, string>>): void {
  const style = getComputedStyle(node);
  const mine: Record<string, string> = {};
  const text = node.closest("text") !== null;
  for (const name of LOOKS) {
    const value = style.getPropertyValue(name);
    mine[name] = value;
    const said = name.startsWith("font") ? text && value !== inherited[name] : value !== inherited[name];
    if (said) copy.setAttribute(name, value);
    else copy.removeAttribute(name);
  }
  if (!text) for (const name of LOOKS) if (name.startsWith("font")) delete mine[name];
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (name === "display" && value !== "none") continue;
    if (name === "transform" && node.hasAttribute("transform")) continue;
    if (value !== usual) copy.setAttribute(name, value);
  }
  copy.removeAttribute("class");
  [...node.children].forEach((child, at) => {
    const twin = copy.children[at];
    if (twin !== undefined) settle(child, twin, mine);
  });
}
