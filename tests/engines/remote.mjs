/** One page of one browser, driven over WebDriver BiDi: `node remote.mjs BROWSER EXECUTABLE ARGUMENT…`.
 *
 * Every line of standard input is a command, `{"name", …}`, and is answered by a line of standard output: `{"done"}` with what
 * came of it, or `{"failed"}` with what went wrong. The browser ends when the input does.
 */
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const [name, executablePath, ...args] = process.argv.slice(2);
const PATIENCE_MS = 60_000;
const FIREFOX = {
  // Nothing is looked up, fetched or sent but what the page asks for.
  "network.proxy.type": 0,
  "network.dns.disabled": true,
  // As on a phone, and as in a Chromium without windows, scroll bars take no room.
  "ui.useOverlayScrollbars": 1,
};

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

/** What the page has complained of since it was last asked. */
let troubles = [];
page.on("console", (message) => {
  if (["error", "warn"].includes(message.type())) troubles.push(`console ${message.type()}: ${message.text()}`);
});
page.on("pageerror", (error) => troubles.push(`error: ${error.stack ?? error}`));
page.on("requestfailed", (request) => troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`));

/** A function of one argument, written down, so that it can be called in the page. */
const call = (script, arg) => `(${script})(${JSON.stringify(arg ?? null)})`;

const COMMANDS = {
  version: () => browser.version(),
  before: ({ script }) => page.evaluateOnNewDocument(script).then(() => null),
  open: ({ url }) => page.goto(url).then(() => null),
  evaluate: async ({ script, arg }) => (await page.evaluate(call(script, arg))) ?? null,
  await: ({ script, arg }) => page.waitForFunction(call(script, arg)).then(() => null),
  click: ({ selector }) => page.locator(selector).click().then(() => null),
  type: ({ text }) => page.keyboard.type(text).then(() => null),
  press: ({ key }) => page.keyboard.press(key).then(() => null),
  resize: ({ width, height }) => page.setViewport({ width, height }).then(() => null),
  picture: ({ path }) => page.screenshot({ path }).then(() => null),
  troubles: () => {
    const since = troubles;
    troubles = [];
    return since;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { name, ...facts } = JSON.parse(line);
  const answer = await Promise.resolve(facts)
    .then(COMMANDS[name])
    .then(
      (done) => ({ done }),
      (error) => ({ failed: String(error.stack ?? error) }),
    );
  console.log(JSON.stringify(answer));
}
await browser.close();
