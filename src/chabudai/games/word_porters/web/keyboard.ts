/** The game's keys. */
import { listenToKeys } from "@shell/ui/keys";
import { CARD_LETTERS } from "./board";
import type { Screen } from "./screen";

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
    if (event.key.startsWith("Arrow")) return enter(target);
    if (play.step.value === "hint") return hint(key, target);
    if (play.step.value === "vote" && !voting.confirmed.value) return vote(key, target);
    return false;
  }

  function hint(key: string, target: HTMLElement): boolean {
    const chosen = placing.chosen.value;
    if (key === "enter") {
      // Enter presses the focused button. On the hint word that is already chosen it puts the porter there.
      const here = target.closest<HTMLElement>("[data-half]")?.dataset["half"];
      const again = chosen !== null && here === `${chosen.card}-${chosen.word}`;
      if (target.closest("button, a, summary") && !again) return false;
      screen.put();
      return true;
    }
    if (key === "x") {
      const pass = play.legal.value.find((action) => action.type === "pass");
      if (pass) play.act(pass);
      return pass !== undefined;
    }
    const at = CARD_LETTERS.toLowerCase().indexOf(key);
    if (key.length === 1 && at !== -1 && at < play.view.value.hints.length) {
      letter = at;
      focus(`${at}-`);
      return true;
    }
    if ((key === "1" || key === "2") && letter !== -1) {
      placing.choose(letter, Number(key) - 1);
      // Move the focus, since Enter on the other word would choose that one.
      focus(`${letter}-${Number(key) - 1}`);
      letter = -1;
      return true;
    }
    return false;
  }

  function vote(key: string, target: HTMLElement): boolean {
    // Enter presses the focused button. On a number that is already chosen it hands in the votes.
    if (key === "enter" && (target.closest(GIVEN) || !target.closest("button, a, summary"))) {
      screen.confirm();
      return true;
    }
    const active = voting.active.value;
    if (active === null || !/^[0-9]$/.test(key)) return false;
    voting.lay(active, Number(key) || 10);
    return true;
  }

  return listenToKeys(press);
}

/** Numbers that are already chosen. */
const GIVEN = ".number[aria-pressed=true], .word-card.taken";

/** Focus the card, or its word, that a key has named. */
const focus = (half: string): void => document.querySelector<HTMLElement>(`button[data-half^="${half}"]`)?.focus();

/** An arrow key moves the focus to the board. On the board, the shell handles arrow keys. */
function enter(from: HTMLElement): boolean {
  if (from.closest("a, summary, [tabindex='0']")) return false;
  const stop = document.querySelector<HTMLElement>(".porters :is(.half, .ballot-who)[tabindex='0']");
  stop?.focus();
  return stop !== null;
}
