/** The modules of the sheets over a table. */
import { dialog, fetchDialogs } from "./table/dialogs";
import { registerSheets } from "./ui/open_sheet";

registerSheets({
  rules: async () => (await import("./table/rulebook")).RulesSheet,
  help: dialog("Help"),
  menu: dialog("Menu"),
  invite: async () => (await import("./lobby/ways_in")).WaysIn,
  seating: dialog("Seating"),
  words: async () => (await fetchDialogs()).loadWords(),
  naming: dialog("Naming"),
  talk: dialog("TalkSheet"),
  leave: dialog("Leaving"),
});
