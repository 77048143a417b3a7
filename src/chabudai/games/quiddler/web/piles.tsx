/** The middle of the table: draw pile, discard pile, what has been laid, the last lap. */
import { nameAt } from "@shell/frame/people";
import { wide } from "@shell/settings";
import { CardArt, CardBack } from "./card";
import { pointsOf } from "./faces";
import { Laid } from "./laid";
import type { Screen } from "./status";
import { t } from "./words";

export function Board({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const { last, phase } = play.view.value;
  const settling = phase.type === "settling";
  return (
    <div class="quiddler-board">
      {!settling && <Piles screen={screen} />}
      <div class="laid-side">
        {last !== null && !settling && (
          <p class="last-lap" data-testid="last-lap">
            {last.out === null ? t("lap.cap") : t("lap.out", { name: nameAt(play.table, last.out) })}
          </p>
        )}
        <Laid screen={screen} />
      </div>
    </div>
  );
}

function Piles({ screen: { play, turn } }: { readonly screen: Screen }) {
  const { pile, discards } = play.view.value;
  const top = discards.at(-1);
  const drawing = play.task.value === "draw";
  return (
    <div class="piles" role="group" aria-label={t("piles")}>
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
        class={drawing ? "pile-card open" : "pile-card"}
        data-testid="discard-pile"
        data-drop={play.task.value === "act" || play.task.value === "last" ? "discard" : undefined}
        data-card={top}
        aria-disabled={!drawing || top === undefined}
        aria-keyshortcuts="T"
        onClick={() => turn.draw("discards")}
      >
        <span class="unseen">
          {top === undefined ? t("discards.none") : t("discards", { card: top, n: pointsOf(top) })}
        </span>
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
