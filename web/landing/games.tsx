/** The games of the front page, and how well the bots play there. */
import { rooms } from "rooms";
import { Pills } from "../kit/pills";
import type { LandingCard } from "../landing_card";
import { t, type Key } from "../language";
import { LEVELS } from "../seats";
import { level } from "./starting";

export interface Game {
  readonly game: string;
  readonly card: LandingCard;
}

/** Known before the server answers, so that the page is complete at once. */
export const games: readonly Game[] = Object.entries(rooms)
  .flatMap(([game, files]) => (files ? [{ game, card: files.card }] : []))
  .sort((one, other) => one.card.place - other.card.place);

export function LevelOfBots() {
  return (
    <div class="level">
      <Pills
        legend={t("bots")}
        pills={LEVELS.map((each) => ({ value: each, label: t(`level.${each}` satisfies Key) }))}
        value={level.value}
        onPick={(picked) => (level.value = picked)}
      />
    </div>
  );
}
