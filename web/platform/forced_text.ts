/** Readers who force the page's root font, such as by a style sheet of their own. Lengths in media queries follow the
 * browser's font, not the root's, so they are converted. */

/** Convert the style sheets of this page, and those that are loaded later. */
export function convertSheets(convert: (query: string) => string): void {
  const done = new WeakSet<CSSStyleSheet>();
  const convertNew = (): void => {
    for (const sheet of document.styleSheets) {
      if (done.has(sheet)) continue;
      done.add(sheet);
      for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) rule.media.mediaText = convert(rule.media.mediaText);
    }
  };
  document.addEventListener("load", convertNew, true);
  convertNew();
}
