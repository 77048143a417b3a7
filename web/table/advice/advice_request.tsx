/** Advice on the reader's move, stage by stage: what to look at, which moves to choose from, which is best and why. */
import { useSignal } from "@preact/signals";
import { joined } from "../../i18n/language";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { reader } from "../../state/telling";
import type { Advice } from "../../net/types.gen";
import { Agreeing } from "./agreement";
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

const BUTTONS = ["ask", "choose", "why"] as const;

function Stages({ table, screen }: Props) {
  const told = useSignal<Advice | "refused" | null>(null);
  const stage = useSignal(0);
  const advice = told.value;
  const next = BUTTONS[stage.value];
  const ask = async (): Promise<void> => {
    if (stage.value === 0) {
      told.value = ((await table.answerTo({ type: "advise" })) as Advice | null) ?? "refused";
      if (told.value === "refused") return;
    }
    stage.value += 1;
  };
  return (
    <>
      <div role="status">
        {advice === "refused" && <p class="note">{say("refused")}</p>}
        {advice !== null && advice !== "refused" && <Told advice={advice} stage={stage.value} table={table} screen={screen} />}
      </div>
      {next && (
        <button type="button" data-testid={`advice-${next}`} onClick={() => void ask()}>
          {say(next)}
        </button>
      )}
    </>
  );
}

function Told({ advice, stage, table, screen }: Props & { readonly advice: Advice; readonly stage: number }) {
  const read = reader(table, screen.translate);
  const best = advice.choices[advice.best];
  return (
    <>
      <p>{read(advice.look)}</p>
      {stage > 1 && (
        <>
          <p>{say("one")}</p>
          <ul data-testid="advice-choices">
            {advice.choices.map(({ said }, at) => (
              <li key={at}>{read(said)}</li>
            ))}
          </ul>
        </>
      )}
      {stage > 2 && best && (
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
