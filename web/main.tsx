/** Entry point: renders the client into the page. */
import { render } from "preact";
import { App } from "./app";

const existing = document.getElementById("app");
const root = existing ?? document.body.appendChild(document.createElement("div"));
root.id = "app";
root.replaceChildren();
render(<App root={root} />, root);
// A missing part may mean that the server has a newer version of this page. Typed input survives a reload.
addEventListener("unhandledrejection", async () => {
  const page = await fetch(location.pathname).catch(() => null);
  const script = new URL(import.meta.url).pathname;
  if (page?.ok === true && !(await page.text()).includes(script)) location.reload();
});
void import("./later");
