/** The modules of the sheets over a table. */
import { registerSheets } from "./ui/open_sheet";

const dialogs = () => import("./table/lazy_dialogs");

registerSheets({
  rules: async () => (await import("./table/rulebook")).RulesSheet,
  help: async () => (await dialogs()).Help,
  menu: async () => (await dialogs()).Menu,
  invite: async () => (await import("./lobby/ways_in")).WaysIn,
  seating: async () => (await dialogs()).Seating,
  words: async () => (await dialogs()).loadWords(),
  naming: async () => (await dialogs()).Naming,
  talk: async () => (await dialogs()).TalkSheet,
  leave: async () => (await dialogs()).Leaving,
});
