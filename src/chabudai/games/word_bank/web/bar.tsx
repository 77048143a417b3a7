/** The buttons: pass, the two directions, and saying the word, or the two votes. */
import { useState } from "preact/hooks";
import { AreYouSure } from "@shell/ui/are_you_sure";
import { Icon } from "@shell/ui/icons";
import { wide } from "@shell/state/settings";
import type { Draft } from "./draft";
import type { Direction, Play } from "./table";
import type { Vote } from "./types.gen";
import { t } from "./words";

interface Props {
  readonly play: Play;
  readonly draft: Draft;
  readonly say: () => void;
}

export function Bar({ play, draft, say }: Props) {
  const [passing, setPassing] = useState(false);
  const votes = play.legal.value.filter((action) => action.type === "vote");
  if (play.seat.value === null) return <p class="bar-note">{t("watching")}</p>;
  if (votes.length > 0) return <Votes play={play} votes={votes} />;
  const mayPass = play.legal.value.some((action) => action.type === "pass");
  if (passing && mayPass) {
    const act = (): void => {
      setPassing(false);
      play.act({ type: "pass" });
    };
    return <AreYouSure name="pass" text={t("pass.sure")} no={t("pass.no")} yes={t("pass.yes")} back={() => setPassing(false)} act={act} />;
  }
  const { all, at } = draft.others.value;
  const settled = draft.chosen.value !== null && !draft.hopeless.value;
  const ready = play.mine.value && settled && play.table.pending.value === null;
  // Each button has a key, so that a new one does not reuse another's element and focus.
  return (
    <>
      <button
        type="button"
        class="quiet"
        key="pass"
        data-testid="pass"
        aria-disabled={!mayPass}
        onClick={() => mayPass && setPassing(true)}
      >
        {t("pass")}
      </button>
      <Way key="anticlockwise" draft={draft} direction="anticlockwise" />
      <Way key="clockwise" draft={draft} direction="clockwise" />
      {wide.value && (
        <button
          type="button"
          key="other-ways"
          data-testid="other-ways"
          aria-disabled={all.length < 2}
          onClick={() => all.length > 1 && draft.next()}
        >
          {all.length > 0 ? t("others", { k: at + 1 || "–", n: all.length }) : t("others.none")}
        </button>
      )}
      <button type="button" class="primary" key="say-it" data-testid="say-it" aria-disabled={!ready} onClick={say}>
        {t("say")}
        {wide.value && <kbd aria-hidden="true">↵</kbd>}
      </button>
    </>
  );
}

function Way({ draft, direction }: { readonly draft: Draft; readonly direction: Direction }) {
  const best = draft.best(direction);
  const chosen = draft.chosen.value?.direction === direction && draft.word.value !== "";
  const count = best?.positions.length ?? 0;
  return (
    <button
      type="button"
      class="way-button"
      data-testid={`direction-${direction}`}
      aria-label={t(direction, { n: count })}
      aria-pressed={chosen}
      aria-disabled={best === null}
      onClick={() => best !== null && draft.turn(direction)}
    >
      <Icon name={direction} />
      <b>{best === null ? "–" : count}</b>
      {chosen && <Icon name="check" />}
    </button>
  );
}

function Votes({ play, votes }: { readonly play: Play; readonly votes: readonly Vote[] }) {
  return (
    <>
      {votes.map((vote) => (
        <button
          key={String(vote.accept)}
          type="button"
          class={vote.accept ? "primary" : ""}
          data-testid={vote.accept ? "vote-yes" : "vote-no"}
          onClick={() => play.act(vote)}
        >
          {t(vote.accept ? "vote.yes" : "vote.no")}
        </button>
      ))}
    </>
  );
}
