/** The list of the book's missions, and a custom mission. */
import { Link } from "@shell/ui/link";
import type { FormProps } from "@shell/state/game_screen";
import { studioPath } from "@shell/state/routes";
import { boxOf } from "../board/geometry";
import { missionsOf } from "./missions";
import { SIDE } from "../board/squares";
import { addPatterns } from "../suits";
import type { Mission } from "../types.gen";
import { t, titled } from "../words";

/** The form for tables of `seats` players, with the missions' stars for that number. */
export function Picker({ seats, value, choose }: FormProps) {
  addPatterns();
  const own = typeof value === "object" && value !== null ? (value as Mission) : null;
  const number = typeof value === "number" ? value : Number(String(value).split("/")[1] ?? 0);
  return (
    <fieldset class="mission-form" disabled={choose === null}>
      <legend>{t("option.mission")}</legend>
      {own !== null && (
        <p class="mission-own" data-testid="own-mission">
          <Thumb mission={own} />
          <b>{t("mission.own", { title: titled(own.title) })}</b>
        </p>
      )}
      <ol class="mission-list">
        {missionsOf(seats).map(({ mission, stars }, at) => (
          <li key={at}>
            <label class="mission-choice">
              <input
                type="radio"
                name="kakapo-mission"
                data-testid={`mission-${at + 1}`}
                checked={own === null && number === at + 1}
                onChange={() => choose?.(at + 1)}
              />
              <span>
                <Thumb mission={mission} />
                <b>
                  <span class="mission-number">{at + 1}</span> {titled(mission.title)}
                </b>
                <small>
                  <span class="unseen">{t("stars", { n: stars })}</span>
                  <span aria-hidden="true">{"★".repeat(stars) + "☆".repeat(5 - stars)}</span>
                </small>
              </span>
            </label>
          </li>
        ))}
      </ol>
      {choose !== null && (
        <Link to={studioPath("kakapo")} look="button" testid="to-studio">
          {t("studio.draw")}
        </Link>
      )}
    </fieldset>
  );
}

const FILL = { P: "#9942ec", O: "#ec7903", B: "#74c7fd", G: "#17552a", Y: "#fcf45f" } as const;

/** A thumbnail of a mission: its birds and their coloured edges. */
export function Thumb({ mission }: { readonly mission: Mission }) {
  return (
    <svg class="thumb" viewBox={`-0.2 -0.2 ${SIDE + 0.4} ${SIDE + 0.4}`} aria-hidden="true">
      <rect width={SIDE} height={SIDE} class="thumb-ground" />
      {mission.birds.map(({ cells, edges }, at) => {
        const { top, left, rows, columns } = boxOf(cells);
        return (
          <g key={at}>
            {cells.map(([row, column]) => (
              <rect key={`${row},${column}`} x={column} y={row} width="1" height="1" class="thumb-bird" />
            ))}
            {edges.map(({ row, column, side, suit }) => (
              <path key={`${row},${column},${side}`} d={LINE[side](row, column)} stroke={FILL[suit]} class="thumb-edge" />
            ))}
            <circle cx={left + columns / 2 - 0.25} cy={top + rows / 2} r="0.16" />
            <circle cx={left + columns / 2 + 0.25} cy={top + rows / 2} r="0.16" />
          </g>
        );
      })}
    </svg>
  );
}

const LINE = {
  N: (row: number, column: number) => `M${column} ${row}h1`,
  E: (row: number, column: number) => `M${column + 1} ${row}v1`,
  S: (row: number, column: number) => `M${column} ${row + 1}h1`,
  W: (row: number, column: number) => `M${column} ${row}v1`,
} as const;
