/** The page: which room of the house is open. */
import { render } from "preact";
import { App } from "./app";
import favicon from "./favicon.svg";

const icon = document.createElement("link");
icon.rel = "icon";
icon.href = new URL(favicon, import.meta.url).href;
document.head.append(icon);

const existing = document.getElementById("app");
const root = existing ?? document.body.appendChild(document.createElement("div"));
root.id = "app";
root.replaceChildren();
render(<App root={root} />, root);
