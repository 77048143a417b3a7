/** Which games this browser has been offered to learn: each is offered once, before its first game alone. */

const KEPT = "chabudai.learnt";

const known = (): string => localStorage.getItem(KEPT) ?? "";

export const wasOffered = (game: string): boolean => known().includes(game);

export const rememberOffer = (game: string): void => {
  if (!wasOffered(game)) localStorage.setItem(KEPT, `${known()} ${game}`);
};
