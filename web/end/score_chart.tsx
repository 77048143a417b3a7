/** The scores over the course of a game: a line for each seat, with the seat's shape at its end. */
import { nameAt } from "../state/player_names";
import { Shape } from "../ui/tokens";
import { lookOf } from "../state/looks";
import { joined } from "../i18n/language";
import type { Table } from "../state/table";
import { t } from "./words";

const WIDE = 300;
const TALL = 110;
const EDGE = { left: 30, right: 22, top: 14, bottom: 14 } as const;
/** The distance between the shapes of two seats with the same score. */
const BESIDE = 9;

interface Props {
  readonly table: Table;
  /** The scores of all seats, from the beginning. */
  readonly course: readonly (readonly number[])[];
}

export function Course({ table, course }: Props) {
  const all = course.flat();
  const low = Math.min(0, ...all);
  const high = Math.max(low + 1, ...all);
  const x = (at: number): number => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * at) / (course.length - 1);
  const y = (score: number): number => TALL - EDGE.bottom - ((TALL - EDGE.top - EDGE.bottom) * (score - low)) / (high - low);
  const seats = (course[0] ?? []).map((_, seat) => seat);
  const told = seats.map((seat) =>
    t("course.of", { name: nameAt(table, seat), scores: course.slice(1).map((scores) => scores[seat] ?? 0).join(", ") }),
  );
  // If a later line with the same scores covers a line, the line is wider, so that both show. Its shape is next to the
  // later line's shape.
  const same = (one: number, other: number): boolean => course.every((scores) => scores[one] === scores[other]);
  const over = (seat: number): number => seats.filter((other) => other > seat && same(seat, other)).length;
  const tied = (seat: number): number => seats.filter((other) => other < seat && course.at(-1)?.[other] === course.at(-1)?.[seat]).length;
  return (
    <figure class="course">
      <figcaption>{t("course")}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${TALL}`} role="img" aria-label={joined(told)} data-testid="course">
        {[low, high].map((score) => (
          <g key={score}>
            <path d={`M${EDGE.left} ${y(score)}H${WIDE - EDGE.right}`} class="course-rule" />
            <text x={EDGE.left - 6} y={y(score) + 4} text-anchor="end" class="course-score">
              {score}
            </text>
          </g>
        ))}
        {seats.map((seat) => {
          const way = course.map((scores, at) => `${x(at).toFixed(1)} ${y(scores[seat] ?? 0).toFixed(1)}`).join("L");
          return (
            <g key={seat}>
              <path d={`M${way}`} class="course-shade" stroke-width={4.4 + 4 * over(seat)} />
              <path d={`M${way}`} class={`course-line seat-${lookOf(seat)}`} stroke-width={2.4 + 4 * over(seat)} />
            </g>
          );
        })}
        {seats.map((seat) => (
          <g key={seat} transform={`translate(${x(course.length - 1) + BESIDE * tied(seat)} ${y(course.at(-1)?.[seat] ?? 0)}) scale(0.62)`}>
            <Shape seat={seat} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
