/** Controls a page in a browser: `node remote.mjs BROWSER EXECUTABLE ARGUMENT…`.
 *
 * Each line of standard input is a command, `{"name", …}`. The response is a line of standard output: `{"done"}`
 * with the result or `{"failed"}` with the error. `troubles` returns the errors that the page has reported since the
 * last request. The browser ends at EOF.
 */
import { createInterface } from "node:readline";

const [name, executable, ...args] = process.argv.slice(2);
const { open } = await import(name === "webkit" ? "./webkit.mjs" : "./bidi.mjs");
const commands = await open(name, executable, args);

for await (const line of createInterface({ input: process.stdin })) {
  const { name, script, arg, ...facts } = JSON.parse(line);
  // The source of a function of one argument, and a call to it in the page.
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
