/** The mission's goal: its birds and the number of correctly faced edges of each. */
import { joined, listed } from "@shell/i18n/language";
import { BirdMark } from "./bird";
import { countersOf, roundsOf } from "../box";
import type { Facing } from "./nest";
import type { Mission, View } from "../types.gen";
import { birdName, t, titled } from "../words";

/** The maximum number of birds for which each is described in full. */
const MANY = 5;

const of = (edges: readonly Facing[], facing: Facing): number => edges.filter((each) => each === facing).length;

export function missionName({ mission }: View): string {
  const title = titled(mission.title);
  return mission.number === 0 ? title : t(`mission.${mission.mode}`, { n: mission.number, title });
}

export function MissionPanel({ view }: { readonly view: View }) {
  const { mission, edges } = view;
  return (
    <section class={edges.length > MANY ? "mission many" : "mission"} aria-label={t("mission")}>
      <h2>{missionName(view)}</h2>
      <p class="mission-goal">{wholeGoal(view)}</p>
      <ul>
        {edges.map((facing, at) => {
          const awake = of(facing, "right") === facing.length;
          return (
            <li key={at} class={awake ? "bird-line awake" : "bird-line"} data-testid={`bird-${at}`}>
              <BirdMark awake={awake} />
              <span class="bird-words">
                <b>
                  {birdName(at)}
                  {wantedOf(mission).includes(at) && <i title={t("must")}>!</i>}
                </b>
                <span>{edgesOf(facing)}</span>
              </span>
              <span class="meter" aria-hidden="true">
                {facing.map((each, place) => (
                  <i key={place} class={each} />
                ))}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="note mission-how">{t("goal.how")}</p>
    </section>
  );
}

/** Return a bird's correctly faced edges, in words. */
function edgesOf(facing: readonly Facing[]): string {
  const facts = { n: of(facing, "right"), of: facing.length, wrong: of(facing, "wrong") };
  return t(facts.n === facts.of ? "edges.all" : facts.wrong > 0 ? "edges.wrong" : "edges", facts);
}

/** Return the progress of the mission, in sentences. */
export function progress({ mission, edges, counters, round }: View): string {
  const birds = edges.map((facing, at) => t("progress", { bird: birdName(at), edges: edgesOf(facing) }));
  const rest = { n: counters, of: countersOf(mission.mode), round, rounds: roundsOf(mission.mode) };
  return joined([...birds, t("progress.rest", rest)]);
}

/** Return the number of a bird on the board, with a mark if it must be scanned, or null if it is the only one. */
export function birdLabel(mission: Mission, at: number): string | null {
  return mission.birds.length > 1 ? `${at + 1}${wantedOf(mission).includes(at) ? "!" : ""}` : null;
}

/** The birds that must be scanned, if not all are required. */
const wantedOf = ({ birds, must, required }: Mission): readonly number[] => (required < birds.length ? must : []);

/** Return the goal, including the birds that must be scanned. */
function wholeGoal(view: View): string {
  const wanted = wantedOf(view.mission);
  return wanted.length === 0 ? goal(view) : t("goal.must", { goal: goal(view), birds: listed(wanted.map(birdName)) });
}

function goal({ mission }: View): string {
  const facts = { n: mission.required, of: mission.birds.length };
  if (mission.required < mission.birds.length) return t("goal.some", facts);
  if (mission.birds.length === 1) return t("goal.one");
  return mission.birds.length === 2 ? t("goal.both") : t("goal.all", facts);
}

/** The birds in one line, if there is no room for the panel. */
export function MissionLine({ view }: { readonly view: View }) {
  const { mission, edges } = view;
  return (
    <p class="mission-line" data-testid="mission-line">
      <span class="mission-goal">
        <span aria-hidden="true">{edges.length > 2 ? t("goal.line", { n: mission.required, of: edges.length }) : goal(view)}</span>
        <span class="unseen">{wholeGoal(view)}</span>
      </span>
      {edges.length === 1 && <small class="goal-short">{t("goal.short")}</small>}
      {edges.map((facing, at) => (
        <span key={at} class="bird-count">
          <BirdMark awake={of(facing, "right") === facing.length} />
          <span class="unseen">{birdName(at)}</span>
          <b class="bird-label" aria-hidden="true">
            {birdLabel(mission, at)}
          </b>
          {mission.birds.length <= MANY && `${of(facing, "right")}/${facing.length}`}
        </span>
      ))}
    </p>
  );
}
