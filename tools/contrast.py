"""How well the text on a screen stands out from the pixels that are really behind it."""

from base64 import b64encode

from playwright.sync_api import Page

HIDE = """
() => {
  window.bare = new CSSStyleSheet();
  window.bare.replaceSync(`
    *, ::before, ::after, ::placeholder {
      -webkit-text-fill-color: transparent !important;
      caret-color: transparent !important;
      text-shadow: none !important;
      text-decoration-color: transparent !important;
    }
    text, tspan { fill: transparent !important; stroke: transparent !important; }
  `);
  document.adoptedStyleSheets.push(window.bare);
}
"""
SHOW = """
() => {
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== window.bare);
  document.adoptedStyleSheets = others;
}
"""
"""A picture without text is taken between these two."""

FAINT = """
async (pictures) => {
  const pixels = async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [{ data: written }, { data, width }] = await Promise.all(pictures.map(pixels));

  const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = (r, g, b) => 0.2126 * LINEAR[r] + 0.7152 * LINEAR[g] + 0.0722 * LINEAR[b];
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  // Red, green and blue from 0 to 255, and how opaque.
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
  // A place that nobody has taken is meant to be faint; a row beside it says that it is free.
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
  /** The contrast that all but a twentieth of the pixels have on which a line of text is seen. */
  const worst = (box, node, [r, g, b, a]) => {
    const [left, top, right, bottom] = clipped(box, node);
    const ratios = [];
    for (let y = Math.ceil(top); y < bottom; y += 1)
      for (let x = Math.ceil(left); x < Math.floor(right); x += 1) {
        const at = 4 * (y * width + x);
        const [br, bg, bb] = [data[at], data[at + 1], data[at + 2]];
        if (br === written[at] && bg === written[at + 1] && bb === written[at + 2]) continue;
        const seen = (value, behind) => Math.round(a * value + (1 - a) * behind);
        ratios.push(ratio(light(seen(r, br), seen(g, bg), seen(b, bb)), light(br, bg, bb)));
      }
    // Of a letter that lies under something else a few pixels may look out.
    if (ratios.length < 12) return Infinity;
    return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 20)];
  };

  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (text.data.trim() === "" || !inSight(node)) continue;
    const style = getComputedStyle(node);
    const drawn = node.ownerSVGElement !== null;
    // A letter with an outline stands out from that.
    if (drawn && (!node.matches("text, tspan") || style.stroke !== "none")) continue;
    const [r, g, b, a] = colour(drawn ? style.fill : style.color);
    const scale = drawn ? (node.getScreenCTM()?.a ?? 1) : 1;
    const size = parseFloat(style.fontSize) * scale;
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const contrast = worst(box, node, [r, g, b, a * opacity(node)]);
      if (contrast >= least) continue;
      const kind = `${node.localName} ${node.getAttribute("class") ?? ""}`.trim();
      const said = text.data.trim().slice(0, 30);
      faint.push(`${contrast.toFixed(2)} : 1, not ${least}: <${kind}> ${said}`);
      break;
    }
  }
  return faint;
}
"""


def faint(page: Page, picture: bytes) -> list[str]:
    """Texts that are read against too little contrast: less than 4.5 to 1, or 3 to 1 if large.

    `picture` is the page as it is now, a PNG.
    """
    page.evaluate(HIDE)
    bare = page.screenshot()
    page.evaluate(SHOW)
    found: list[str] = page.evaluate(FAINT, [b64encode(each).decode() for each in (picture, bare)])
    return found
