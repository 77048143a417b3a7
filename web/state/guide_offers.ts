/** The games whose guides were offered in this browser: each once, before its first game alone. */
import { lasting } from "../platform/storage";

const KEPT = "chabudai.learnt";

const known = (): string => lasting.get(KEPT) ?? "";

export const wasOffered = (game: string): boolean => known().includes(game);

export const rememberOffer = (game: string): void => {
  if (!wasOffered(game)) lasting.set(KEPT, `${known()} ${game}`);
};
