/** The screen of Tall Tales. It knows no rules, only the view and the moves that the server offers. */
import { computed, signal, useSignal } from "@preact/signals";
import { nameAt } from "@shell/state/player_names";
import { Players } from "@shell/table/players";
import { lookBack } from "@shell/net/jobs";
import { listenToKeys } from "@shell/ui/keys";
import type { GameScreen, Sitting, Status } from "@shell/state/game_screen";
import { openStage } from "@shell/stage/animation";
import { stopAll } from "@shell/platform/dispose";
import type { Table } from "@shell/state/table";
import { endedIn, latest, typed, type Typed } from "@shell/state/typed_table";
import { Card } from "./card";
import { options } from "./options";
import type { Action, Answer, Counted, Event, Looked, Question, View } from "./types.gen";
import { t, tell, translate } from "./words";

type Play = Typed<View, Action, Event, Question, Answer>;

export const screen: GameScreen = {
  title: "Tall Tales",
  shortcuts: () => [
    ["1", t("key.first")],
    ["2", t("key.second")],
  ],
  tell,
  translate,
  options,
  sit,
};

function sit(table: Table): Sitting {
  const play: Play = typed(table);
  const stage = openStage<Event>(table, () => Promise.resolve());
  const counted = signal<Counted | null>(null);
  const count = latest(
    () => play.ask({ type: "unseen" }, "counted"),
    (answer) => (counted.value = answer),
  );
  const keys = listenToKeys((event) => {
    const action = play.legal.value[Number(event.key) - 1];
    if (action === undefined) return false;
    play.act(action);
    return true;
  });
  return {
    status: computed(() => statusOf(play)),
    rule: computed(() => RULES[play.view.value.phase.type]),
    marks: (seat) => {
      const n = play.view.value.beans[seat] ?? 0;
      return [{ kind: "points", count: n, label: t("beans", { n }) }];
    },
    Header: () => <span>{t("round", { n: play.view.value.round, of: play.view.value.options.rounds })}</span>,
    Board: () => <Cards play={play} />,
    Hand: () => (
      <p class="tale-count">
        <button type="button" class="quiet" data-testid="count" onClick={() => count.ask()}>
          {t("count")}
        </button>
        {counted.value && <span data-testid="counted">{t("counted", { n: counted.value.higher })}</span>}
      </p>
    ),
    Bar: () => <Bar play={play} />,
    Side: () => <Beans play={play} />,
    End: () => <End play={play} />,
    enact: stage.enact,
    leave: stopAll([keys, count.drop, stage.stop]),
  };
}

/** The rule to show in each phase. */
const RULES = { dealing: "TT-4", speaking: "TT-5", hearing: "TT-7", over: "TT-11" } as const;

function statusOf(play: Play): Status {
  const { phase } = play.view.value;
  if (phase.type === "dealing" || phase.type === "over") return { text: t(`status.${phase.type}`), tone: "calm" };
  const mine = phase.seat === play.seat.value;
  if (mine) return { text: t(`status.${phase.type}`), tone: "turn" };
  return { text: t("status.waiting", { name: nameAt(play.table, phase.seat) }), tone: "calm" };
}

function Cards({ play }: { readonly play: Play }) {
  return (
    <ul class="tale-cards" aria-label={t("cards")}>
      {play.view.value.cards.map((card, seat) => (
        <li key={seat} data-testid={`card-${seat}`} data-card={card ?? ""}>
          <Card number={card} />
          <span>{nameAt(play.table, seat)}</span>
          <span class="unseen">{card === null ? t("card.hidden") : t("card", { n: card })}</span>
        </li>
      ))}
    </ul>
  );
}

function Bar({ play }: { readonly play: Play }) {
  if (play.seat.value === null) return <p class="bar-note">{t("watching")}</p>;
  return (
    <>
      {play.legal.value.map((action, at) => (
        <button
          key={action.type}
          type="button"
          class={at === 0 ? "primary" : ""}
          data-testid={action.type}
          onClick={() => play.act(action)}
        >
          {t(`do.${action.type}`)}
        </button>
      ))}
    </>
  );
}

function Beans({ play }: { readonly play: Play }) {
  const { beans } = play.view.value;
  return (
    <section class="tale-beans">
      <Players
        table={play.table}
        seats={beans.length}
        names={t("players")}
        heads={[t("heads.beans")]}
        line={(seat) => <td>{beans[seat]}</td>}
      />
    </section>
  );
}

function End({ play }: { readonly play: Play }) {
  const looked = useSignal<Looked | null>(null);
  const end = endedIn(play.story.value);
  if (end === null) return null;
  const look = async (): Promise<void> => {
    looked.value = (await lookBack(play.table.id)) as Looked;
  };
  return (
    <div class="end" data-testid="end-table">
      <h2>{tell(play.table, [end], 1)}</h2>
      <Beans play={play} />
      <button type="button" data-testid="look-back" onClick={() => void look()}>
        {t("look")}
      </button>
      {looked.value && (
        <ol class="tale-review" data-testid="review">
          {looked.value.moves.map(({ seat, card, move, cost }, at) => (
            <li key={at}>
              {t("looked", { name: nameAt(play.table, seat), card, does: t(`did.${move.type}`), cost: cost.toFixed(2) })}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
