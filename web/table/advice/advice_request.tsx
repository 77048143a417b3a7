/** Advice on the reader's move, stage by stage: where to look, a closer hint or moves to choose from, the best and why. */
import { joined } from "../../i18n/language";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { reader } from "../../state/telling";
import type { GivenAdvice } from "../../net/types.gen";
import { Agreeing } from "./agreement";
import { askFurther, givenNow, isAsking, REQUESTS } from "./given";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function Asking({ table, screen }: Props) {
  const lobby = table.lobby.value;
  const seat = table.seat.value;
  if (lobby === null || seat === null || lobby.advice === "none" || lobby.status !== "playing") return null;
  const mine = table.shown.value?.toAct.includes(seat) === true;
  return (
    <section class="advice" data-testid="advice">
      <h3>{say("advice")}</h3>
      {lobby.silent ? lobby.advice === "off" && <p class="note">{say("silent")}</p> : <Agreeing table={table} />}
      {lobby.advice === "on" && (mine ? <Stages table={table} screen={screen} /> : <p class="note">{say("wait")}</p>)}
    </section>
  );
}

function Stages({ table, screen }: Props) {
  const now = givenNow(table);
  const stage = now?.stage ?? 0;
  const request = REQUESTS[stage];
  return (
    <>
      {now?.advice === null && <p class="note">{say("refused")}</p>}
      {now?.advice && <Told advice={now.advice} stage={stage} table={table} screen={screen} />}
      {request && (
        <button type="button" data-testid={`advice-${request}`} aria-disabled={isAsking(table)} onClick={() => void askFurther(table, screen)}>
          {say(request)}
        </button>
      )}
    </>
  );
}

function Told({ advice, stage, table, screen }: Props & { readonly advice: GivenAdvice; readonly stage: number }) {
  const read = reader(table, screen.translate);
  const best = advice.choices[advice.best ?? -1];
  return (
    <>
      <p>{read(advice.look)}</p>
      {advice.closer && <p>{read(advice.closer)}</p>}
      {stage > 1 && !advice.closer && (
        <>
          <p>{say("one")}</p>
          <ul data-testid="advice-choices">
            {advice.choices.map(({ said }, at) => (
              <li key={at}>{read(said)}</li>
            ))}
          </ul>
        </>
      )}
      {best && (
        <>
          <p data-testid="advice-best">
            {say("best")} <strong>{read(best.said)}</strong>
          </p>
          <p>{joined(advice.why.map(read))}</p>
        </>
      )}
    </>
  );
}
