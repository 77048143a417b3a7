/** The middle of the table: draw pile, discard pile, laid words and the last lap; after a round, its result. */
import { nameAt } from "@shell/state/player_names";
import { wide } from "@shell/state/settings";
import { CardArt, CardBack } from "./card";
import { pointsOf } from "./faces";
import { Laid } from "./laid_words";
import type { Overlays } from "./overlays";
import { RoundResult } from "./result";
import { ScoreTable } from "./score";
import type { Screen } from "./status";
import { t } from "./words";

export function Board({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { play } = screen;
  const { last, laid, phase, round } = play.view.value;
  if (phase.type === "settling") {
    return (
      <div class="settling-board" tabIndex={0} role="region" aria-label={t("round", { n: round })}>
        <RoundResult screen={screen} overlays={overlays} />
        <ScoreTable play={play} />
      </div>
    );
  }
  return (
    // The key depends on whether words are laid, so that the board becomes a new element.
    <div key={String(last !== null || laid.length > 0)} class="quiddler-board">
      <Piles screen={screen} />
      <div class="laid-side">
        {last !== null && (
          <p class="last-lap" data-testid="last-lap">
            {last.out === null ? t("lap.cap") : t("lap.out", { name: nameAt(play.table, last.out) })}
          </p>
        )}
        {!wide.value && <Laid screen={screen} overlays={overlays} />}
      </div>
      {!wide.value && <Said screen={screen} />}
    </div>
  );
}

/** The words that another seat is laying, in large size. The status line also shows them. */
function Said({ screen: { play, stage } }: { readonly screen: Screen }) {
  const said = stage.events.value.find((event) => event.type === "went-out" || event.type === "added");
  if (said === undefined || said.seat === play.seat.value) return null;
  return (
    <div class="said" aria-hidden="true">
      {said.words.map((word, at) => (
        <div key={at} class="big-cards">
          {word.map((face, place) => (
            <CardArt key={place} face={face} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Piles({ screen: { play, turn, draft } }: { readonly screen: Screen }) {
  const { pile, discards } = play.view.value;
  const top = discards.at(-1);
  const drawing = play.task.value === "draw";
  const acting = play.task.value === "act" || play.task.value === "last";
  const label = top === undefined ? t("discards.none") : t("discards", { card: top, n: pointsOf(top) });
  return (
    <div class="piles" role="group" aria-label={t("piles")} data-stops>
      <button
        type="button"
        class={drawing && pile > 0 ? "pile-card open" : "pile-card"}
        data-testid="deck"
        aria-disabled={!drawing || pile === 0}
        aria-keyshortcuts="D"
        onClick={() => turn.draw("pile")}
      >
        <span class="unseen">{t("deck", { n: pile })}</span>
        {pile > 0 ? <CardBack /> : <span class="no-card" />}
        <b class="pile-count" aria-hidden="true">
          {pile}
        </b>
        {wide.value && drawing && <Key letter="D" text={t("key.deck")} />}
      </button>
      <button
        type="button"
        class={drawing || (acting && (draft.choosing.value || draft.slotted.value !== null)) ? "pile-card open" : "pile-card"}
        data-testid="discard-pile"
        data-drop={acting ? "pile" : undefined}
        data-card={top}
        aria-disabled={!acting && (!drawing || top === undefined)}
        aria-keyshortcuts="T"
        onClick={turn.tapDiscards}
      >
        <span class="unseen">{acting ? t("slot.discards", { label, slot: t("slot.pile") }) : label}</span>
        {top === undefined ? <span class="no-card" /> : <CardArt key={discards.length} face={top} />}
        {wide.value && drawing && <Key letter="T" text={t("key.take")} />}
      </button>
    </div>
  );
}

function Key({ letter, text }: { readonly letter: string; readonly text: string }) {
  return (
    <span class="pile-key" aria-hidden="true">
      <kbd>{letter}</kbd> {text}
    </span>
  );
}
