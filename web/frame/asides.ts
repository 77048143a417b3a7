/** What is seldom opened at a table, and the pages that are none. It is fetched together: apart, what these parts share would be cut into many small files. */
export { load as loadDiary } from "../meaning/diary_sheet";
export { keepWords } from "../meaning/keep";
export { load as loadMeaning } from "../meaning/meaning";
export { load as loadWords } from "../meaning/sheet";
export { WaysIn } from "../lobby/ways_in";
export { Coach } from "../guide/coach";
export { Leaving } from "../seating/leaving";
export { Meanwhile } from "../seating/meanwhile";
export { Seating } from "../seating/seating";
export { Stopped } from "../seating/stopped";
export { answer } from "./answers";
export { Help } from "./help";
export { Menu } from "./menu";
export { Afterwards } from "../pages/mine/afterwards";
export { Pages } from "../pages/pages";
