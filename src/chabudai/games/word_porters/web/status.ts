/** The sentence of the status line. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { nameAt } from "@shell/state/player_names";
import { listed } from "@shell/i18n/language";
import type { Status } from "@shell/state/game_screen";
import { endedIn } from "@shell/state/typed_table";
import { hintOn, plain } from "./faces";
import type { Screen } from "./screen";
import { gainOf } from "./sheet";
import { placedOn } from "./table";
import { tell } from "./telling";
import type { Spot } from "./types.gen";
import { refusing, t } from "./words";

export function openStatus(screen: Screen): ReadonlySignal<Status> {
  const { play, placing, voting, stage, nudge } = screen;
  const name = (seat: number): string => nameAt(play.table, seat);

  const sentenceOf = (step: number): string => {
    return tell(play.table, play.story.value.at(step) ?? []);
  };

  function hinting(): Status {
    const seat = play.turn.value ?? 0;
    const spot = placing.chosen.value;
    if (spot !== null) return thinking(spot);
    if (!play.mine.value) return { text: t("status.places", { name: name(seat) }), note: sentenceOf(-1), tone: "calm" };
    const n = play.view.value.tokens[seat]?.[0] ?? 0;
    const note = play.view.value.placed.length === 0 ? "" : sentenceOf(-1);
    return { text: t("status.place", { n }), note, tone: "turn" };
  }

  function thinking(spot: Spot): Status {
    const there = tell(play.table, placedOn(play, spot.card, spot.word));
    if (spot.against !== null) return { ...refusing(spot.against), note: there };
    const { hints, options } = play.view.value;
    const hint = plain(hintOn(hints[spot.card], spot.word, options));
    const [top = 0, under] = spot.tokens;
    const text = under === undefined ? t("status.put", { n: top, hint }) : t("status.put.over", { n: top, under, hint });
    if (play.mine.value) return { text, note: under === undefined ? "" : t("status.taken"), tone: "turn" };
    return { text, note: t("status.later", { name: name(play.turn.value ?? 0) }), tone: "calm" };
  }

  function polling(): Status {
    const { phase } = play.view.value;
    if (phase.type !== "voting") return { text: "", tone: "calm" };
    const late = phase.confirmed.flatMap((done, seat) => (done ? [] : [name(seat)]));
    const counted = t("status.voted", { n: phase.confirmed.length - late.length, all: phase.confirmed.length });
    if (play.seat.value === null) return { text: t("status.voting"), note: counted, tone: "calm" };
    if (voting.confirmed.value) return { text: t("status.waits", { names: listed(late) }), note: counted, tone: "calm" };
    const warning = voting.doubted.value ?? voting.weighed.value?.warning ?? null;
    if (warning !== null) return refusing(warning);
    const robbed = voting.robbed.value;
    if (robbed !== null) return { text: t("status.moved", { name: name(robbed) }), tone: "turn", rule: "WP-33" };
    const open = voting.opponents.value.filter((seat) => !voting.votes.value[seat]);
    if (open.length === 0) return { text: t("status.complete"), note: counted, tone: "turn" };
    return { text: t("status.vote", { name: name(voting.active.value ?? 0) }), note: counted, tone: "turn" };
  }

  function resting(): Status {
    const { phase } = play.view.value;
    if (phase.type !== "resting") return { text: "", tone: "calm" };
    const late = phase.ready.flatMap((ready, seat) => (ready ? [] : [seat]));
    const mine = late.includes(play.seat.value ?? -1);
    const gain = play.scored.value && gainOf(play.scored.value, play.seat.value ?? -1);
    const text = gain === null ? t("status.scored") : t("status.gained", gain);
    if (mine) return { text, note: t("status.rest"), tone: "turn" };
    return { text, note: t("status.waits", { names: listed(late.map(name)) }), tone: "calm" };
  }

  function over(): Status {
    const end = endedIn(play.story.value);
    if (end !== null && end.outcome.winners.length > 1) return { text: tell(play.table, [end], 1), tone: "calm" };
    return { text: t("status.over", { n: play.view.value.rounds.length }), tone: "calm" };
  }

  return computed<Status>(() => {
    if (nudge.value !== null) return nudge.value;
    const past = stage.recalled.value;
    if (past !== null) return { text: tell(play.table, past), tone: "calm" };
    const moving = stage.events.value;
    // Before the tiles are turned up, name the owner of the word. Then name the players who found it. The tiles show
    // the votes.
    const said = tell(play.table, moving, stage.reveal.value?.turned === false ? 1 : 2);
    if (said !== "") return { text: said, tone: "calm" };
    if (play.table.pending.value !== null) return { text: t("status.pending"), tone: "calm" };
    switch (play.step.value) {
      case "hint":
        return hinting();
      case "vote":
        return polling();
      case "rest":
        return resting();
      case "over":
        return over();
      case "deal":
        return { text: t("status.dealing"), tone: "calm" };
    }
  });
}
