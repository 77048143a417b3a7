/** The seat's covered word, and the buttons for its next move. */
import { nameAt } from "@shell/state/player_names";
import { joined, listed } from "@shell/i18n/language";
import { wide } from "@shell/state/settings";
import { Face, Seen, plain, wordOn } from "./faces";
import { Back, HintToken } from "./porter";
import type { Screen } from "./screen";
import type { Play } from "./table";
import { t } from "./words";

export function Bar({ screen }: { readonly screen: Screen }) {
  const { play, voting, stage } = screen;
  if (stage.reveal.value !== null) return <p class="bar-note">{t("reveal.skip")}</p>;
  if (play.seat.value === null) return <p class="bar-note">{t("watching")}</p>;
  switch (play.step.value) {
    case "hint":
      return (
        <>
          <Peek screen={screen} />
          <Put screen={screen} />
        </>
      );
    case "vote":
      return (
        <>
          <Peek screen={screen} />
          {voting.confirmed.value ? (
            <p class="bar-note">{t(voting.filled.value ? "vote.filled" : "vote.in")}</p>
          ) : (
            <Confirm screen={screen} />
          )}
        </>
      );
    case "rest":
      return <Next screen={screen} />;
    default:
      return null;
  }
}

/** This seat's word. A tap opens or covers it. */
function Peek({ screen }: { readonly screen: Screen }) {
  const { play, secret } = screen;
  const { words, options } = play.view.value;
  const identity = play.identity.value;
  const shown = secret.shown.value;
  return (
    <button type="button" class="peek" data-testid="peek" aria-expanded={shown} onClick={secret.turn}>
      <span class="unseen">{shown ? joined([ownWord(play), t("secret.hide")]) : `${t("secret")}: ${t("secret.show")}`}</span>
      <Seen>
        {shown ? <span class="disc">{identity}</span> : <Back seat={play.seat.value ?? 0} />}
        <span class="peek-word">
          {shown ? <Face text={wordOn(words[identity - 1], options)} /> : t("secret")}
          <small>{t(shown ? "secret.hide" : "secret.show")}</small>
        </span>
      </Seen>
    </button>
  );
}

/** Return this seat's word in a sentence. */
export function ownWord(play: Play): string {
  const { words, options } = play.view.value;
  const n = play.identity.value;
  return t("secret.is", { n, word: plain(wordOn(words[n - 1], options)) });
}

function Put({ screen }: { readonly screen: Screen }) {
  const { play, placing } = screen;
  const seat = play.seat.value ?? 0;
  const left = play.view.value.tokens[seat] ?? [];
  const spot = placing.chosen.value;
  const stack = spot?.against === null ? spot.tokens : left.slice(0, 1);
  const ready = play.mine.value && spot?.against === null && placing.settled.value && play.table.pending.value === null;
  const mayPass = play.legal.value.some((action) => action.type === "pass");
  const [top, under] = stack;
  if (left.length === 0) return <p class="bar-note">{t("put.none")}</p>;
  return (
    <>
      {mayPass && (
        <button type="button" data-testid="pass" onClick={() => play.act({ type: "pass" })}>
          {t("pass")}
        </button>
      )}
      <button type="button" class="primary" data-testid="put" aria-disabled={!ready} onClick={screen.put}>
        <HintToken seat={seat} stack={stack} />
        {under === undefined ? t("put", { n: top ?? 0 }) : t("put.over", { n: top ?? 0, under })}
        {wide.value && <kbd aria-hidden="true">↵</kbd>}
      </button>
    </>
  );
}

function Confirm({ screen }: { readonly screen: Screen }) {
  const { voting } = screen;
  const given = voting.opponents.value.filter((seat) => (voting.votes.value[seat] ?? 0) > 0).length;
  const all = voting.opponents.value.length;
  return (
    <button type="button" class="primary" data-testid="confirm" aria-disabled={given < all} onClick={screen.confirm}>
      {given < all ? t("vote.missing", { n: given, all }) : t("vote.confirm")}
      {wide.value && <kbd aria-hidden="true">Ctrl ↵</kbd>}
    </button>
  );
}

function Next({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const { phase, round } = play.view.value;
  if (phase.type !== "resting") return null;
  const late = phase.ready.flatMap((ready, seat) => (ready ? [] : [seat]));
  if (!late.includes(play.seat.value ?? -1)) {
    return <p class="bar-note">{t("status.waits", { names: listed(late.map((seat) => nameAt(play.table, seat))) })}</p>;
  }
  return (
    <button type="button" class="primary" data-testid="ready" onClick={() => play.act({ type: "ready" })}>
      {t("next", { n: round + 1 })}
    </button>
  );
}
