/** The games whose guides this browser has offered. Each is offered once, before the first game alone with bots. */
import { lasting } from "../platform/storage";

const KEPT = "chabudai.learnt";

const known = (): string => lasting.get(KEPT) ?? "";

export const wasOffered = (game: string): boolean => known().includes(game);

export const rememberOffer = (game: string): void => {
  if (!wasOffered(game)) lasting.set(KEPT, `${known()} ${game}`);
};
