/** Rarely opened dialogs and parts of a table. They are fetched together, because separate bundles would split their
 * shared code into many small files. */
export { load as loadDiary } from "./meaning/word_history_sheet";
export { keepWords } from "./meaning/word_keeper";
export { load as loadMeaning } from "./meaning/meaning";
export { load as loadWords } from "./meaning/sheet";
export { Coach } from "./guide/coach";
export { FirstMove } from "./guide/first_move";
export { Leaving } from "./seating/leave_sheet";
export { Meanwhile } from "./seating/missed_steps";
export { Naming } from "./seating/naming";
export { Seating } from "./seating/seating";
export { Stopped } from "./seating/stopped_game";
export { Watched } from "./watching/watched";
export { EndedBoard } from "./ended_board";
export { TalkSheet } from "./talk/panel";
export { answer } from "./answers";
export { Help } from "./help";
export { Menu } from "./menu";
export { Preferences } from "./preferences";
