/** The end of a game: the low table with what was won lying on it, a kind word, how it came about, the result to share; the
 * game's own reckoning; the look back. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChild, ComponentType } from "preact";
import sheet from "../css/pages.css";
import pictureStyle from "../css/picture.css";
import { Fetched } from "../kit/fetched";
import { Icon } from "../kit/icons";
import { openWords } from "../frame/sheets";
import { t as words } from "../meaning/words";
import type { Ending, Room, Sitting } from "../room";
import { go } from "../routes";
import { spread } from "../settings";
import { skipsMotion } from "../stage/motion";
import { Stage } from "../stage/stage";
import { withMoreStyle } from "../stylesheet";
import type { Table } from "../table";
import { Course } from "./course";
import { LookBack } from "./look_back";
import { scatter } from "./petals";
import { ShareResult } from "./share";
import { stepPath } from "./steps";
import { kindWord, t } from "./words";

const loadPicture = async () => (await withMoreStyle(pictureStyle, import("./picture/sheet"))).PictureSheet;
const loadAfterwards = async () => (await withMoreStyle(sheet, import("../frame/asides"))).Afterwards;

interface Props {
  readonly table: Table;
  readonly room: Room;
  readonly sitting: Sitting;
  readonly ending: Ending;
}

export function Finale({ table, room, sitting, ending }: Props) {
  const { winners } = ending;
  const me = table.seat.value;
  const joy = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (joy.current !== null && me !== null && winners.includes(me) && !skipsMotion()) scatter(joy.current);
  }, []);
  useEffect(() => {
    if (room.words) void import("../frame/asides").then(({ keepWords }) => keepWords(table));
  }, [table, room]);
  const reckoning = <Reckoning table={table} room={room} ending={ending} />;
  const onTable = spread.value ? reckoning : null;
  const last = useMemo(() => asItLies(table, sitting, ending, onTable), [table, sitting, ending, me, spread.value]);
  return (
    <>
      <section class="finale" aria-label={t("picture")} data-testid="finale">
        <div class={`last-table of-${table.chairs.value.length}`}>
          <Stage table={table} sitting={last} laid won={winners} />
          <svg ref={joy} class="joy" viewBox="-380 -215 760 430" aria-hidden="true" />
        </div>
        {!spread.value && reckoning}
      </section>
      {me !== null && <Fetched load={loadAfterwards} props={{ table, room, ending, seat: me }} />}
      <sitting.End />
      {ending.reported && <LookBack table={table} room={room} />}
    </>
  );
}

/** The table as it is when all is counted: by each cushion its score, before it what its seat has won. */
function asItLies(table: Table, sitting: Sitting, { winners, scores, Won, Middle }: Ending, paper: ComponentChild): Sitting {
  const me = table.seat.value;
  const seats = table.chairs.value.length;
  // What a seat did last does not matter any more.
  const { did, Before, ...rest } = sitting;
  return {
    ...rest,
    middle: paper ? (sitting.middle ?? "wide") : Middle ? "tall" : "small",
    marks: (seat) => {
      const score = scores[seat];
      return score === undefined ? [] : [{ kind: "points", count: score, label: `${score}` }];
    },
    // Those who have won together all have their crowns.
    state: (seat) => (winners.includes(seat) && winners.length < seats ? t("won") : ""),
    ...(Won && { Before: ({ seat }) => (seat === me ? null : <Lying Won={Won} seat={seat} />) }),
    Board: () => (
      <>
        {Middle && <LastScene Middle={Middle} />}
        {paper}
      </>
    ),
    Hand: () => Won && me !== null && <Lying Won={Won} seat={me} />,
  };
}

/** What a seat has won, on the field of an `Ending`. */
function Lying({ Won, seat }: { readonly Won: ComponentType<{ readonly seat: number }>; readonly seat: number }) {
  return (
    <svg class="lying" viewBox="-65 -35 130 70" aria-hidden="true">
      <Won seat={seat} />
    </svg>
  );
}

function LastScene({ Middle }: { readonly Middle: ComponentType }) {
  return (
    <svg class="last-scene" viewBox="-222 -96 444 192" aria-hidden="true">
      <Middle />
    </svg>
  );
}

/** On a sheet of paper: a kind word, how it came about, the result to pass on. */
function Reckoning({ table, room, ending }: Omit<Props, "sitting">) {
  const me = table.seat.value;
  const { course } = ending;
  const moving = useSignal(false);
  return (
    <div class="reckoning">
      {me !== null && (
        <p class="kind-word" data-testid="kind-word">
          {kindWord(ending, me)}
        </p>
      )}
      {course && course.length > 2 && <Course table={table} course={course} />}
      <div class="pass-on">
        <ShareResult table={table} room={room} ending={ending} />
        {room.words && (
          <button type="button" data-testid="words" onClick={() => openWords(null)}>
            <Icon name="book" />
            {words("words")}
          </button>
        )}
        <button type="button" data-testid="replay-open" onClick={() => go(stepPath(table.id, 0, me))}>
          <Icon name="eye" />
          {t("replay")}
        </button>
        <button type="button" data-testid="moving-picture" onClick={() => (moving.value = true)}>
          <Icon name="save" />
          {t("moving")}
        </button>
      </div>
      {moving.value && <Fetched load={loadPicture} props={{ table, step: null, seat: me, onClose: () => (moving.value = false) }} />}
    </div>
  );
}
