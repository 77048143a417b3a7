/** The low table with the party's people around it, each with tonight's wins. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Party } from "../../net/types.gen";
import { apart } from "../../i18n/names";
import type { Pictures } from "../../state/landing_card";
import { lookOf } from "../../state/looks";
import { Wood } from "../../stage/wood";
import { Token } from "../../ui/tokens";
import { nameOf } from "./score";
import { t } from "./words";

type Drawn = Readonly<Partial<Record<string, Pictures>>>;

/** The maximum number of objects of tonight's games on the table. */
const MOST_THINGS = 3;
/** Above this number, names are listed below the table. */
const MOST_AROUND = 5;

/** The drawings of the games, once they are fetched. */
export function useDrawings(): Drawn {
  const drawn = useSignal<Drawn>({});
  useEffect(() => void import("pictures").then(({ pictures }) => (drawn.value = pictures)), []);
  return drawn.value;
}

export function Around({ party }: { readonly party: Party }) {
  const { people, me, door } = party;
  const here = people.flatMap(({ here }, person) => (here ? [person] : []));
  // The reader is at the near edge.
  const first = Math.max(0, here.indexOf(me ?? -1));
  const order = [...here.slice(first), ...here.slice(0, first)];
  const seats = order.length + door.length;
  const style = (at: number): Record<string, string> => {
    const turn = (at * 2 * Math.PI) / seats + Math.PI / 2;
    return { "--wide": seats < 3 ? "70%" : "34%", "--x": `${Math.round(50 + 33 * Math.cos(turn))}%`, "--y": `${Math.round(50 + 39 * Math.sin(turn))}%` };
  };
  const played = people.some(({ wins }) => wins > 0);
  return (
    <div class={seats > MOST_AROUND ? "around listed" : "around"}>
      <svg viewBox="0 0 500 290" aria-hidden="true" translate={false}>
        <Wood x={250} y={136} rx={196} ry={112} />
        <Things party={party} />
      </svg>
      <ul aria-label={t("people")}>
        {order.map((person, at) => (
          <li key={person} class={person === me ? "sitting mine" : "sitting"} style={{ ...style(at), "--look": `var(--seat-${lookOf(person)})` }} data-testid={`person-${person}`}>
            <Token seat={person} />
            <span class="sitting-name" dir="auto">
              {nameOf(party, person)}
            </span>
            {played && <b>{people[person]?.wins}</b>}
          </li>
        ))}
        {door.map((name, at) => (
          <li key={name} class="sitting waiting" style={style(order.length + at)}>
            <span class="sitting-name" dir="auto">
              {apart(name)}
            </span>
            <small>{t("door")}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Objects of the games that were played tonight. */
function Things({ party: { games, tonight } }: { readonly party: Party }) {
  const drawn = useDrawings();
  const played = [...new Set(games.slice(0, tonight).map(({ game }) => game))];
  const things = played.flatMap((game) => drawn[game]?.Thing ?? []).slice(0, MOST_THINGS);
  return (
    <>
      {things.map((Thing, at) => (
        <g key={at} transform={`translate(${250 + 92 * (at - (things.length - 1) / 2)} 136) scale(0.5)`}>
          <Thing />
        </g>
      ))}
    </>
  );
}
