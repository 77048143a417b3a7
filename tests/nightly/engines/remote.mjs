/** One page of one browser: `node remote.mjs BROWSER EXECUTABLE ARGUMENT…`.
 *
 * Every line of standard input is a command, `{"name", …}`, and is answered by a line of standard output: `{"done"}` with what
 * came of it, or `{"failed"}` with what went wrong. `troubles` is what the page has complained of since it was last asked.
 * The browser ends when the input does.
 */
import { createInterface } from "node:readline";

const [name, executable, ...args] = process.argv.slice(2);
const { open } = await import(name === "webkit" ? "./webkit.mjs" : "./bidi.mjs");
const commands = await open(name, executable, args);

for await (const line of createInterface({ input: process.stdin })) {
  const { name, script, arg, ...facts } = JSON.parse(line);
  // A function of one argument, written down, so that it can be called in the page.
  const call = `(${script})(${JSON.stringify(arg ?? null)})`;
  const answer = await Promise.resolve({ ...facts, script, call })
    .then(commands[name])
    .then(
      (done) => ({ done }),
      (error) => ({ failed: String(error.stack ?? error) }),
    );
  console.log(JSON.stringify(answer));
}
await commands.close();
