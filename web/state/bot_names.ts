/** The names of bots: the server's, or in kana for readers of Japanese. */
import { lang } from "../i18n/language";
import type { Lobby, Player } from "../net/types.gen";

/** Each name, followed by its kana. */
const NAMES = "Tanuki たぬき Kitsune きつね Usagi うさぎ Kuma くま Saru さる Neko ねこ Tora とら Hato はと Kame かめ Shika しか".split(" ");

const inKana = (name: string): string => {
  const at = NAMES.indexOf(name);
  return (at < 0 ? name : NAMES[at + 1]) ?? name;
};

/** Return the player, with the name in the reader's language if it is a bot. */
export const called = <P extends Player>(player: P): P =>
  player.kind !== "guest" && lang.value === "ja" ? { ...player, name: inKana(player.name) } : player;

/** Return a lobby with its bots' names in the reader's language. */
export const withBots = (lobby: Lobby): Lobby => ({ ...lobby, chairs: lobby.chairs.map(called) });
