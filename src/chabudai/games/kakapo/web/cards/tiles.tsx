/** The selections: the decision card's piece, or one of the skills, each with its result. */
import { CardArt } from "./card";
import type { Tile } from "./choice";
import type { Screen } from "../status";
import { listed } from "@shell/i18n/language";
import { cardName, t } from "../words";

export function Tiles({ screen: { choice } }: { readonly screen: Screen }) {
  const tiles = choice.tiles.value;
  return (
    <div class={tiles.length > 2 ? "tiles" : "tiles few"} role="radiogroup" aria-label={t("tiles")} data-stops>
      {tiles.map((tile, at) => {
        const picked = tile === choice.tile.value;
        const barred = !tile.allowed;
        const kind = tile.skill?.type ?? "none";
        return (
          <button
            key={at}
            type="button"
            role="radio"
            aria-checked={picked}
            class={`tile${picked ? " picked" : ""}${barred ? " barred" : ""}`}
            data-testid={`tile-${kind}`}
            data-pieces={tile.answer?.pieces.join(" ")}
            aria-label={words(tile)}
            onClick={() => choice.pickTile(at)}
          >
            <span class="tile-cards">
              {(tile.answer?.pieces ?? []).map((piece) => (
                <CardArt key={piece} card={piece} />
              ))}
            </span>
            <span class="tile-name">
              {called(tile)}
              {(tile.answer?.stuck.length ?? 0) > 0 && <b class="tile-stuck">✕</b>}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function called({ skill }: Pick<Tile, "skill">): string {
  const name = t(`skill.${skill?.type ?? "none"}`);
  return skill?.type === "shift" ? `${name} ${skill.by > 0 ? "+1" : "−1"}` : name;
}

function words({ skill, answer }: Tile): string {
  const pieces = answer?.pieces ?? [];
  if (pieces.length === 0) return t("tile.nothing", { skill: called({ skill }) });
  return t("tile", { skill: called({ skill }), cards: listed(pieces.map(cardName)) });
}
