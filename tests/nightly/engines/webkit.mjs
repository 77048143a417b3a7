/** WebKit, controlled over WebDriver. Its driver starts `window.js` on an invisible screen. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PATIENCE_MS = 60_000;
const OFTEN_MS = 20;
const WINDOW = fileURLToPath(new URL("window.js", import.meta.url));
const SCREEN = ["-displayfd", "3", "-screen", "0", "2000x1200x24", "-nolisten", "tcp"];
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
/** Private-use characters that stand for keys without a character in WebDriver. */
const KEYS = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};
const COMPLAINT = /CONSOLE ([A-Z-]+ )*(ERROR|WARN) |^FAILED /;
/** Safari knows this policy directive, but WebKitGTK is built without manifests. Pages that were left are kept
 * without their sockets in case the user goes back. */
const EXCUSED = /Unrecognized Content-Security-Policy directive 'manifest-src'|WebSocket is closed due to suspension/;
/** Whether an element is visible, enabled, and where it was a moment ago. */
const STILL = `async (selector) => {
  const at = () => {
    const node = document.querySelector(selector);
    return node?.checkVisibility() && !node.disabled ? JSON.stringify(node.getBoundingClientRect()) : null;
  };
  const before = at();
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return before !== null && before === at();
}`;

/** A browser with one page: the commands it answers. Scripts of `before` run before all others. */
export async function open(_, executable) {
  const folder = await mkdtemp(join(tmpdir(), "webkit-"));
  const screen = spawn("Xvfb", SCREEN, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [display] = await once(screen.stdio[3], "data");
  const port = await freePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, NO_AT_BRIDGE: "1" };
  const driver = spawn(executable, [`--port=${port}`], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const output of [driver.stdout, driver.stderr]) output.setEncoding("utf8").on("data", (more) => (said += more));

  const ask = async (method, path, body) => {
    const sent = { method, body: body && JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, sent);
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const before = [];
  let begun = null;
  const begin = async () => {
    await writeFile(join(folder, "before.js"), before.join("\n"));
    const browser = { binary: "gjs", args: [WINDOW, folder] };
    await until(() => ask("GET", "/status").catch(() => null));
    return ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browser } } });
  };
  const session = async (method, path, body) => {
    const { sessionId } = await (begun ??= begin());
    return ask(method, `/session/${sessionId}${path}`, body);
  };
  const post = (path, body) => session("POST", path, body).then(() => null);
  const evaluate = async ({ call }) => {
    const script = `const tell = arguments[0]; Promise.resolve(${call}).then((done) => tell({ done }), (error) => tell({ error: String(error) }))`;
    const { done, error } = await session("POST", "/execute/async", { script, args: [] });
    if (error) throw new Error(error);
    return done ?? null;
  };
  const press = (key) => {
    const actions = ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] ?? key }));
    return post("/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  };

  return {
    version: async () => {
      const { capabilities } = await (begun ??= begin());
      return `${capabilities.browserName}/${capabilities.browserVersion}`;
    },
    before: ({ script }) => {
      before.push(script);
      return null;
    },
    open: ({ url }) => post("/url", { url }),
    evaluate,
    await: ({ call }) => until(() => evaluate({ call })).then(() => null),
    click: async ({ selector }) => {
      await until(() => evaluate({ call: `(${STILL})(${JSON.stringify(selector)})` }));
      const found = await session("POST", "/element", { using: "css selector", value: selector });
      return post(`/element/${found[ELEMENT]}/click`, {});
    },
    press: ({ key }) => press(key),
    resize: ({ width, height }) => post("/window/rect", { width, height }),
    troubles: async () => {
      // The page's latest messages may still be in transit.
      await sleep(OFTEN_MS);
      const lines = said.split("\n");
      said = "";
      return lines.filter((line) => COMPLAINT.test(line) && !EXCUSED.test(line));
    },
    close: async () => {
      if (begun) await session("DELETE", "").catch(() => null);
      for (const process of [driver, screen]) {
        process.kill();
        await once(process, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Wait until `look` returns a true value, and return it. */
async function until(look) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(OFTEN_MS)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`waited for ${PATIENCE_MS} ms`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
