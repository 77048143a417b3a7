/** The names of bots: the server's, or in kana for readers of Japanese. */
import { lang } from "../i18n/language";
import type { Lobby, Player } from "../net/types.gen";

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

/** Return the player, with the name in the reader's language if it is a bot. */
export const called = <P extends Player>(player: P): P =>
  player.kind !== "guest" && lang.value === "ja" ? { ...player, name: KANA[player.name] ?? player.name } : player;

/** Return a lobby with its bots' names in the reader's language. */
export const withBots = (lobby: Lobby): Lobby => ({ ...lobby, chairs: lobby.chairs.map(called) });
