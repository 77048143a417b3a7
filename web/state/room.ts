/** The seats of a lobby: it grows as players come, and open seats close when the game starts. */
import type { Lobby } from "../net/types.gen";

/** Return the seats of guests and bots. */
export function takenSeats({ chairs }: Lobby): readonly number[] {
  return [...chairs.keys()].filter((seat) => chairs[seat]?.kind !== "open");
}

/** Return the seats that the game needs for the players in a lobby: theirs, and the open ones that must not close. */
export function neededSeats(lobby: Lobby): readonly number[] {
  const taken = takenSeats(lobby);
  const count = lobby.seats.find((seats) => seats >= taken.length) ?? taken.length;
  const further = [...Array(lobby.chairs.length + count).keys()].filter((seat) => !taken.includes(seat));
  return [...taken, ...further.slice(0, count - taken.length)].sort((a, b) => a - b);
}

/** Return whether another player can sit down. */
export function hasRoom(lobby: Lobby): boolean {
  const taken = takenSeats(lobby).length;
  return lobby.status === "lobby" ? lobby.seats.some((seats) => seats > taken) : taken < lobby.chairs.length;
}
