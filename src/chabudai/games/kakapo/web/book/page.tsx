/** The missions, with the ones that the reader has won. */
import sheet from "./book.css";
import { t } from "./words";

export { Missions as Book } from "./missions";
export const title = (): string => t("book");
export const sheets = [sheet];
