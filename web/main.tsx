/** Entry point: renders the client into the page. */
import { render } from "preact";
import { App } from "./app";

const existing = document.getElementById("app");
const root = existing ?? document.body.appendChild(document.createElement("div"));
root.id = "app";
root.replaceChildren();
render(<App root={root} />, root);
// A part that could not be fetched may be gone with the version that this page is of. What somebody typed outlives a reload.
addEventListener("unhandledrejection", async () => {
  const page = await fetch(location.pathname).catch(() => null);
  const script = new URL(import.meta.url).pathname;
  if (page?.ok === true && !(await page.text()).includes(script)) location.reload();
});
// It is not needed before the page is seen.
void import("./ui/focus").then(({ watchFocus }) => watchFocus());
