/** The game's keys. */
import { listenToKeys } from "@shell/keys";
import { CARD_LETTERS } from "./board";
import type { Screen } from "./screen";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function listen(screen: Screen): () => void {
  const { play, placing, voting, secret } = screen;
  let letter = -1;

  function press(event: KeyboardEvent, target: HTMLElement): boolean {
    if (!event.ctrlKey) return command(event, target);
    if (event.key !== "Enter" || play.step.value !== "vote" || voting.confirmed.value) return false;
    screen.confirm();
    return true;
  }

  function command(event: KeyboardEvent, target: HTMLElement): boolean {
    const key = event.key.toLowerCase();
    if (play.seat.value === null) return false;
    if (key === "p") {
      if (!event.repeat) secret.turn();
      return true;
    }
    if (key === "escape") {
      placing.forget();
      return true;
    }
    if (event.key in ARROWS) return move(target, event.key);
    if (play.step.value === "hint") return hint(key, target);
    if (play.step.value === "vote" && !voting.confirmed.value) return vote(key);
    return false;
  }

  function hint(key: string, target: HTMLElement): boolean {
    const chosen = placing.chosen.value;
    if (key === "enter") {
      // Enter presses the button that has the focus; on the hint word that is already chosen it puts the porter there.
      const here = target.closest<HTMLElement>("[data-half]")?.dataset["half"];
      const again = chosen !== null && here === `${chosen.card}-${chosen.word}`;
      if (target.closest("button, a, summary") && !again) return false;
      screen.put();
      return true;
    }
    if (key === "s") {
      const pass = play.legal.value.find((action) => action.type === "pass");
      if (pass) play.act(pass);
      return pass !== undefined;
    }
    const at = CARD_LETTERS.toLowerCase().indexOf(key);
    if (key.length === 1 && at !== -1) {
      letter = at;
      return true;
    }
    if ((key === "1" || key === "2") && letter !== -1) {
      placing.choose(letter, Number(key) - 1);
      letter = -1;
      return true;
    }
    return false;
  }

  function vote(key: string): boolean {
    const active = voting.active.value;
    if (active === null || !/^[0-9]$/.test(key)) return false;
    voting.lay(active, Number(key) || 10);
    return true;
  }

  return listenToKeys(press);
}

/** Move the focus with an arrow key, among hint words or among numbers, as they are arranged on the screen. */
function move(from: HTMLElement, key: string): boolean {
  const kind = ["button.half", "button.number", "button.word-card", "button.ballot-who"].find((each) => from.matches(each));
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  const all = [...document.querySelectorAll<HTMLElement>(kind ?? ".porters button.half, .porters button.ballot-who")];
  if (kind === undefined) {
    if (from.closest("a, summary, [tabindex]")) return false;
    all[0]?.focus();
    return all.length > 0;
  }
  const [x, y] = middle(from);
  const ways = all.flatMap((node) => {
    const [nx, ny] = middle(node);
    const ahead = (nx - x) * dx + (ny - y) * dy;
    const aside = Math.abs((nx - x) * dy) + Math.abs((ny - y) * dx);
    return ahead > 4 ? [{ node, far: ahead + 3 * aside }] : [];
  });
  ways.sort((a, b) => a.far - b.far)[0]?.node.focus();
  return true;
}

function middle(node: HTMLElement): readonly [number, number] {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}
