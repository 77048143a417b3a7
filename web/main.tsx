/** Entry point: renders the client into the page. */
import { render } from "preact";
import { App } from "./app";

const existing = document.getElementById("app");
const root = existing ?? document.body.appendChild(document.createElement("div"));
root.id = "app";
root.replaceChildren();
render(<App root={root} />, root);
// It is not needed before the page is seen.
void import("./focus").then(({ watchFocus }) => watchFocus());
