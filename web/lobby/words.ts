/** The sentences for the lobby and the invitations, fetched with the lobby. */
import { phrases } from "../i18n/language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export type Key = keyof typeof en;

export const say = phrases<Key>({ en, ja });
