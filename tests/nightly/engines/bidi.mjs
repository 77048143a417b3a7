/** Chromium or Firefox, driven over WebDriver BiDi. */
import puppeteer from "puppeteer-core";

const PATIENCE_MS = 60_000;
const FIREFOX = {
  // The browser makes no requests except those of the page.
  "network.proxy.type": 0,
  "network.dns.disabled": true,
  // Scroll bars take no room, as on a phone and in headless Chromium.
  "ui.useOverlayScrollbars": 1,
};

/** A browser with one page: the commands it answers. */
export async function open(name, executablePath, args) {
  const browser = await puppeteer.launch({
    browser: name,
    executablePath,
    args,
    protocol: "webDriverBiDi",
    headless: name === "chrome" ? "shell" : true,
    extraPrefsFirefox: FIREFOX,
  });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);

  let troubles = [];
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.stack ?? error}`));
  page.on("requestfailed", (request) => troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`));

  return {
    version: () => browser.version(),
    before: ({ script }) => page.evaluateOnNewDocument(script).then(() => null),
    open: ({ url }) => page.goto(url).then(() => null),
    evaluate: async ({ call }) => (await page.evaluate(call)) ?? null,
    await: ({ call }) => page.waitForFunction(call).then(() => null),
    click: ({ selector }) => page.locator(selector).click().then(() => null),
    press: ({ key }) => page.keyboard.press(key).then(() => null),
    resize: ({ width, height }) => page.setViewport({ width, height }).then(() => null),
    troubles: () => {
      const since = troubles;
      troubles = [];
      return since;
    },
    close: () => browser.close(),
  };
}
