"""Contrast between the text on a screen and the pixels behind it."""

from base64 import b64encode

from playwright.sync_api import Page

INKED = """
(ink) => {
  window.inked = new CSSStyleSheet();
  window.inked.replaceSync(`
    *, ::before, ::after, ::placeholder {
      -webkit-text-fill-color: ${ink} !important;
      caret-color: transparent !important;
      text-shadow: none !important;
      text-decoration-color: transparent !important;
    }
    text, tspan { fill: ${ink} !important; stroke: transparent !important; }
  `);
  document.adoptedStyleSheets.push(window.inked);
}
"""
WRITTEN = """
() => {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== window.inked);
  document.adoptedStyleSheets = others;
}
"""
"""Scripts that set all text to one colour for a screenshot, and restore the colours."""
INKS = ("transparent", "#000", "#fff")
"""Colours of text in the screenshots. Transparent text shows the background. Pixels that differ
between black and white text belong to text.
"""

FAINT = """
async (pictures) => {
  const pixels = async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [{ data, width }, { data: black }, { data: white }] = await Promise.all(
    pictures.map(pixels),
  );
  // Edges of rotated elements differ slightly between screenshots.
  const COVERED = 32;
  const covered = (at) => [at, at + 1, at + 2].some((i) => white[i] - black[i] > COVERED);

  const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = (r, g, b) => 0.2126 * LINEAR[r] + 0.7152 * LINEAR[g] + 0.0722 * LINEAR[b];
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  // Red, green and blue from 0 to 255, and opacity.
  const colour = (text) => {
    const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\\d.]+/g) ?? []).map(Number);
    return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const opacity = (node) => {
    let all = 1;
    for (let on = node; on; on = on.parentElement) all *= Number(getComputedStyle(on).opacity);
    return all;
  };

  const top = document.querySelector("dialog[open]");
  // A free seat is meant to be faint; a row next to it says that it is free.
  const inSight = (node) =>
    (!top || top.contains(node)) &&
    !node.closest(".unseen, [hidden], .place-open, .chair.open .token") &&
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const clipped = (box, node) => {
    let { left, top, right, bottom } = box;
    for (let over = node; over; over = over.parentElement) {
      const style = getComputedStyle(over);
      const area = over.getBoundingClientRect();
      if (style.overflowX !== "visible" && style.display !== "inline") {
        left = Math.max(left, area.left);
        right = Math.min(right, area.right);
      }
      if (style.overflowY !== "visible" && style.display !== "inline") {
        top = Math.max(top, area.top);
        bottom = Math.min(bottom, area.bottom);
      }
    }
    right = Math.min(innerWidth, right);
    bottom = Math.min(innerHeight, bottom);
    return [Math.max(0, left), Math.max(0, top), right, bottom];
  };
  const stays = (node) => ["sticky", "fixed"].includes(getComputedStyle(node).position);
  const bars = [...document.querySelectorAll("*")].filter(stays);
  /** Return a function: whether a sticky or fixed element covers a pixel of this node. */
  const under = (node) => {
    const others = bars
      .filter((bar) => !bar.contains(node))
      .map((bar) => [bar, bar.getBoundingClientRect()]);
    return (x, y) =>
      others.some(
        ([bar, { left, top, right, bottom }]) =>
          x >= left &&
          x < right &&
          y >= top &&
          y < bottom &&
          bar.contains(document.elementFromPoint(x, y)),
      );
  };
  /** The contrast that 95 % of the visible pixels of a line of text reach. */
  const worst = (box, node, [r, g, b, a]) => {
    const [left, top, right, bottom] = clipped(box, node);
    const hidden = under(node);
    const ratios = [];
    for (let y = Math.ceil(top); y < Math.floor(bottom); y += 1)
      for (let x = Math.ceil(left); x < Math.floor(right); x += 1) {
        const at = 4 * (y * width + x);
        if (!covered(at) || hidden(x, y)) continue;
        const [br, bg, bb] = [data[at], data[at + 1], data[at + 2]];
        const seen = (value, behind) => Math.round(a * value + (1 - a) * behind);
        ratios.push(ratio(light(seen(r, br), seen(g, bg), seen(b, bb)), light(br, bg, bb)));
      }
    // A few pixels of a covered letter may be visible.
    if (ratios.length < 12) return Infinity;
    return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 20)];
  };

  // For small and for large text.
  const LEAST = 4.5;
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (text.data.trim() === "" || !inSight(node)) continue;
    const style = getComputedStyle(node);
    const drawn = node instanceof SVGElement;
    // A letter with an outline contrasts with the outline.
    if (drawn && (!node.matches("text, tspan") || style.stroke !== "none")) continue;
    const [r, g, b, a] = colour(drawn ? style.fill : style.color);
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const contrast = worst(box, node, [r, g, b, a * opacity(node)]);
      if (contrast >= LEAST) continue;
      const kind = `${node.localName} ${node.getAttribute("class") ?? ""}`.trim();
      const said = text.data.trim().slice(0, 30);
      faint.push(`${contrast.toFixed(2)} : 1: <${kind}> ${said}`);
      break;
    }
  }
  return faint;
}
"""


def faint(page: Page) -> list[str]:
    """Return the texts of any size with too little contrast: less than 4.5 to 1."""
    pictures: list[str] = []
    for ink in INKS:
        page.evaluate(INKED, ink)
        pictures.append(b64encode(page.screenshot()).decode())
        page.evaluate(WRITTEN)
    found: list[str] = page.evaluate(FAINT, pictures)
    return found
