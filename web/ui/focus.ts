/** Focus management: one Tab stop in each region, arrow keys inside it, and recovery of a lost focus.
 *
 * A region is an element with `data-stops`. Its buttons, links and summaries are its items, except those of a region
 * inside it. `data-stops="own"` is for a game with its own arrow keys. */

import { HEADING, lost } from "./heading_focus";

const REGION = "[data-stops]";
const ITEM = "button:not(:disabled), a[href], summary";
const STOP = `${ITEM}, input:not(:disabled), select, textarea, [tabindex="0"]`;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const all = (box: ParentNode, selector: string): readonly HTMLElement[] => [...box.querySelectorAll<HTMLElement>(selector)];
const shown = (node: Element): boolean => node.checkVisibility({ visibilityProperty: true });
const within = (region: Element): readonly HTMLElement[] => all(region, ITEM).filter((node) => node.closest(REGION) === region);
const itemsOf = (region: Element): readonly HTMLElement[] => within(region).filter(shown);

/** The last focused item of each region. */
const marked = new WeakMap<Element, HTMLElement>();

/** Give a region one item as its Tab stop: the last focused one, else the selected one, else the first.
 *
 * This needs the layout, so it runs when a key is pressed and not after every change. */
function settle(region: Element): void {
  const items = itemsOf(region);
  const before = items.find((node) => node === marked.get(region));
  const stop = before ?? items.find((node) => node.matches("[aria-pressed=true], [aria-checked=true]")) ?? items[0];
  for (const node of items) {
    const index = node === stop ? 0 : -1;
    if (node.tabIndex !== index || !node.hasAttribute("tabindex")) node.tabIndex = index;
  }
}

const settleAll = (): void => all(document, REGION).forEach(settle);

/** Prepare the Tab stops before a key moves the focus. */
function prepare({ key }: KeyboardEvent): void {
  if (key === "Tab" || key in ARROWS) settleAll();
}

/** Move the focus to the next item in the direction of an arrow key, by position on the screen, or to the ends. */
function rove(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const from = event.target instanceof HTMLElement ? event.target : null;
  const region = from?.closest(REGION);
  if (!from || !region || region.matches("[data-stops=own]")) return;
  const items = itemsOf(region);
  if (!items.includes(from)) return;
  const way = ARROWS[event.key];
  const to = way ? towards(from, items, way) : event.key === "Home" ? items[0] : event.key === "End" ? items.at(-1) : null;
  if (to === null) return;
  // The table's own keys then ignore the event.
  event.preventDefault();
  to?.focus();
  settle(region);
  if (to?.matches("[role=radio]")) to.click();
}

/** Return the nearest item in a direction. A sideways distance counts triple. */
function towards(from: HTMLElement, items: readonly HTMLElement[], [dx, dy]: readonly [number, number]): HTMLElement | undefined {
  const [x, y] = middle(from);
  const ahead = items.flatMap((node) => {
    const [nx, ny] = middle(node);
    const far = (nx - x) * dx + (ny - y) * dy;
    const aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
    return far > 4 ? [{ node, far: far + 3 * aside }] : [];
  });
  return ahead.sort((one, other) => one.far - other.far)[0]?.node;
}

function middle(node: HTMLElement): readonly [number, number] {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The last focused element and its ancestors, innermost first. */
let trail: readonly HTMLElement[] = [];

/** The region of the last focused element, and its position there. */
let home: { readonly region: Element; readonly place: number } | null = null;

/** The last focused element behind the sheets. */
let behind: HTMLElement | null = null;

function mark(target: HTMLElement): void {
  trail = [];
  if (!target.closest("dialog")) behind = target;
  for (let node: HTMLElement | null = target; node !== null; node = node.parentElement) trail = [...trail, node];
  const region = target.closest(REGION);
  home = region && { region, place: within(region).indexOf(target) };
  if (region !== null && target.matches(ITEM)) marked.set(region, target);
}

/** If the focused element is gone, focus its replacement. Otherwise focus, in this order, its neighbour, a nearby
 * element (after an action, the hand), the element that opened a sheet, or the heading. */
function keep(): void {
  const [gone, ...around] = trail;
  if (!gone || !lost() || (gone.isConnected && shown(gone))) return;
  const name = gone.dataset["testid"];
  const again = name === undefined ? undefined : all(document, `[data-testid="${name}"]`).find(shown);
  settleAll();
  const beside = home?.region.isConnected ? itemsOf(home.region) : [];
  const next = beside[home?.place ?? 0] ?? beside.at(-1);
  const left = around.filter((node) => node.isConnected && node.closest("main, dialog, aside") !== null);
  const near = left.flatMap((node) => (node.matches(".bar") ? [node, ...all(document, ".hand")] : [node]));
  const stops = near.flatMap((node) => all(node, STOP).filter((each) => each.tabIndex === 0 && shown(each)));
  // After a step, focus the next step; after a confirmation, the safe answer.
  const onward = gone.matches(".primary") ? stops.find((each) => each.matches(".primary")) : undefined;
  // The button for advice stays in the bar, but is not the next thing to do.
  const first = stops.find((each) => !each.matches(".to-advice")) ?? stops[0];
  const opener = behind?.isConnected && shown(behind) ? behind : undefined;
  (again ?? onward ?? next ?? first ?? opener ?? document.querySelector<HTMLElement>(HEADING))?.focus({ preventScroll: true });
}

/** Manage the focus for as long as the page is open. */
export function watchFocus(): void {
  const watched = { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] };
  new MutationObserver(keep).observe(document.body, watched);
  if (document.activeElement instanceof HTMLElement) mark(document.activeElement);
  addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) mark(target);
  });
  addEventListener("keydown", prepare, true);
  addEventListener("keydown", rove, true);
}
