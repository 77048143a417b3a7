/** Answers to the question keys: the other players, the latest events, the reader's hand, the scores, help. */
import { announce } from "../ui/announcements";
import { joined, t } from "../i18n/language";
import type { Asked } from "../ui/keys";
import type { GameScreen, Shortcut, Sitting } from "../state/game_screen";
import { beside } from "../state/settings";
import type { Table } from "../state/table";
import { answered } from "./key_answer";
import { nameAt } from "../state/player_names";
import { sheet } from "../ui/open_sheet";
import { say as ask } from "./words";

/** The number of log steps to repeat. */
const STEPS = 3;

export function askingKeys(screen: GameScreen): readonly Shortcut[] {
  const key = (letter: string): string => (screen.letters ? `Alt ${letter}` : letter);
  return [
    ["?", ask("help")],
    [key("O"), ask("others")],
    [key("L"), t("log")],
    [key("M"), ask("mine")],
    [key("S"), ask("scores")],
  ];
}

export function answer(asked: Asked, table: Table, screen: GameScreen, sitting: Sitting): void {
  switch (asked) {
    case "help":
      sheet.value = { kind: "help" };
      return;
    case "log":
      if (!beside.value) sheet.value = { kind: "log" };
      return say(sitting, lately(table, screen));
    case "others":
      return say(sitting, seatsOf(table, sitting, (seat) => seat !== table.seat.value));
    case "mine":
      return say(sitting, sitting.mine?.() ?? seatsOf(table, sitting, (seat) => seat === table.seat.value));
    case "scores":
      return say(sitting, sitting.scores?.() ?? seatsOf(table, sitting, () => true));
  }
}

function say(sitting: Sitting, found: string): void {
  const text = found === "" ? ask("nothing") : found;
  announce("now", text);
  answered.value = { text, instead: sitting.status.value };
}

function lately(table: Table, screen: GameScreen): string {
  const told = table.story.value.map(({ events }) => screen.tell(table, events)).filter((text) => text !== "");
  return joined(told.slice(-STEPS));
}

/** Return the contents of the chips of the seats that `which` selects. */
function seatsOf(table: Table, sitting: Sitting, which: (seat: number) => boolean): string {
  const toAct = table.shown.value?.toAct ?? [];
  const lines = table.chairs.value.map((_, seat) => {
    if (!which(seat)) return "";
    const facts = sitting.marks(seat).map((mark) => mark.label);
    if (toAct.includes(seat)) facts.push(ask("acts"));
    if (typeof table.gone.value[seat] === "number") facts.push(t("chair.away"));
    return ask("of", { name: nameAt(table, seat), facts: facts.join(ask("and")) });
  });
  return joined(lines);
}
