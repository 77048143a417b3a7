/** The names of bots: the server's, and in kana for readers of Japanese. */
import { lang } from "./language";
import type { Chair, Lobby } from "./types.gen";

const KANA: Readonly<Partial<Record<string, string>>> = {
  Tanuki: "たぬき",
  Kitsune: "きつね",
  Usagi: "うさぎ",
  Kuma: "くま",
  Saru: "さる",
  Neko: "ねこ",
  Tora: "とら",
  Hato: "はと",
  Kame: "かめ",
  Shika: "しか",
};

const called = (chair: Chair): Chair =>
  chair.kind === "bot" && lang.value === "ja" ? { ...chair, name: KANA[chair.name] ?? chair.name } : chair;

/** A lobby with its bots' names in the reader's language. */
export const withBots = (lobby: Lobby): Lobby => ({ ...lobby, chairs: lobby.chairs.map(called) });
