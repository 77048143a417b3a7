/** Why a game cannot go on, which few ever read. */
import { phrases } from "../language";
import en from "./strings/en.json";
import ja from "./strings/ja.json";

export const said = phrases<keyof typeof en>({ en, ja });
