/** The end of a game: the verdict; the low table with the winnings on it; a kind word, the course of the game, the
 * result to share; the game's own scoring; the review. */
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { ComponentChild } from "preact";
import pictureStyle from "../css/picture.css";
import { LazyPart } from "../ui/lazy_part";
import { Icon } from "../ui/icons";
import { openWords } from "../ui/open_sheet";
import { t as words } from "../table/meaning/words";
import type { Ending, GameScreen } from "../state/game_screen";
import { keepGame } from "../state/puzzles";
import { go } from "../state/routes";
import { skipsMotion } from "../state/motion";
import { Stage } from "../stage/stage";
import { withMoreStyle } from "../platform/stylesheets";
import type { Table } from "../state/table";
import type { FinaleProps } from "../table/last_screen";
import { asItLies } from "./last_table";
import { Course } from "./score_chart";
import { LookBack } from "./report_section";
import { scatter } from "./petals";
import { ShareResult } from "./share_button";
import { stepPath } from "../state/replay_address";
import { Verdict } from "./verdict";
import { Late, Tonight } from "./tonight";
import { kindWord, t } from "./words";

const loadPicture = async () => (await withMoreStyle(pictureStyle, import("./picture/sheet"))).PictureSheet;

/** The content below a player's result. */
interface AfterwardsProps {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly ending: Ending;
  readonly seat: number;
}

interface Props extends FinaleProps {
  readonly loadAfterwards: () => Promise<(props: AfterwardsProps) => ComponentChild>;
}

export function Finale({ table, screen, sitting, ending, loadAfterwards }: Props) {
  const { winners } = ending;
  const me = table.seat.value;
  const joy = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (joy.current !== null && me !== null && winners.includes(me) && !skipsMotion()) scatter(joy.current);
  }, []);
  useEffect(() => {
    if (me !== null && ending.reported) keepGame({ table: table.id, game: table.hello.peek()?.game ?? "", seat: me });
  }, [table]);
  useEffect(() => {
    if (screen.words) void import("../table/lazy_dialogs").then(({ keepWords }) => keepWords(table));
  }, [table, screen]);
  const last = useMemo(() => asItLies(table, ending), [table, ending, me]);
  return (
    <>
      <section class="finale" aria-label={t("picture")} data-testid="finale">
        <div class={`last-table of-${table.chairs.value.length}`}>
          <Verdict table={table} ending={ending} />
          <Stage table={table} sitting={last} laid won={winners} />
          <svg ref={joy} class="joy" viewBox="-380 -215 760 430" aria-hidden="true" />
        </div>
        <Reckoning table={table} screen={screen} ending={ending} />
      </section>
      {me !== null && <LazyPart load={loadAfterwards} props={{ table, screen, ending, seat: me }} />}
      {ending.reported && <LookBack table={table} screen={screen} parts={ending.reported} />}
      <sitting.End />
    </>
  );
}

/** A sheet of paper: a friendly word, the course of the game, a result to share. */
function Reckoning({ table, screen, ending }: Omit<FinaleProps, "sitting">) {
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
      <Tonight table={table} />
      {course && course.length > 2 && <Course table={table} course={course} />}
      <div class="pass-on">
        {/* A daily deal has its own button, whose text gives nothing away. */}
        {table.lobby.value?.daily == null && <ShareResult table={table} screen={screen} ending={ending} />}
        {screen.words && (
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
        <Late table={table} />
      </div>
      {moving.value && <LazyPart load={loadPicture} props={{ table, step: null, seat: me, onClose: () => (moving.value = false) }} />}
    </div>
  );
}
