/** The words laid in this round, with a flag on each that this seat may challenge. */
import { nameAt } from "@shell/frame/people";
import { Icon } from "@shell/kit/icons";
import { Token } from "@shell/kit/seats";
import { CardArt } from "./card";
import { worth } from "./faces";
import type { Screen } from "./status";
import type { Laid as Word } from "./types.gen";
import { spelled, t } from "./words";

export function Laid({ screen }: { readonly screen: Screen }) {
  const { play } = screen;
  const { laid, hands, phase, last } = play.view.value;
  const settling = phase.type === "settling";
  const seats = hands.map((_, seat) => seat).filter((seat) => settling || laid.some((word) => word.seat === seat));
  return (
    <section class={settling ? "laid settling" : "laid"} aria-label={t("laid")}>
      {seats.length === 0 && last === null && <p class="note">{t("laid.none")}</p>}
      {seats.map((seat) => (
        <Seat key={seat} screen={screen} seat={seat} settling={settling} />
      ))}
    </section>
  );
}

function Seat({ screen, seat, settling }: { readonly screen: Screen; readonly seat: number; readonly settling: boolean }) {
  const { play } = screen;
  const { laid, hands } = play.view.value;
  const kept = hands[seat];
  const mine = laid.map((word, at) => ({ word, at })).filter(({ word }) => word.seat === seat);
  return (
    <div class="laid-seat">
      <p class="laid-name">
        <Token seat={seat} />
        <span>{nameAt(play.table, seat)}</span>
      </p>
      <ul class="laid-words">
        {mine.map(({ word, at }) => (
          <LaidWord key={at} screen={screen} word={word} at={at} />
        ))}
        {settling && mine.length === 0 && <li class="note">{t("laid.nothing")}</li>}
      </ul>
      {settling && typeof kept === "object" && (
        <p class="left-over" data-testid={`left-${seat}`}>
          {kept.length === 0 ? (
            t("left.none")
          ) : (
            <>
              {t("left", { n: worth(kept) })}
              <span class="mini-cards">
                {kept.map((face, at) => (
                  <CardArt key={at} face={face} />
                ))}
              </span>
              <span class="unseen">{kept.join(" ")}</span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function LaidWord({ screen, word, at }: { readonly screen: Screen; readonly word: Word; readonly at: number }) {
  const { play, challenging } = screen;
  const text = spelled(word.cards);
  const open = play.challengeable.value.includes(at);
  const { verdict } = word;
  const look = verdict === null ? "laid-word" : verdict.allowed ? "laid-word stands" : "laid-word struck";
  return (
    <li class={look} data-testid={`laid-${at}`} data-word={text}>
      <span class="laid-letters" lang="en">
        {word.cards.map((face, place) => (
          <span key={place} class="tile">
            {face}
          </span>
        ))}
      </span>
      <b class="laid-points">{word.points}</b>
      {verdict !== null && (
        <span class="verdict">
          <Icon name={verdict.allowed ? "check" : "close"} />
          {t(verdict.allowed ? "verdict.stands" : "verdict.struck", {
            name: nameAt(play.table, verdict.loser),
            n: verdict.loss,
          })}
        </span>
      )}
      {open && (
        <button
          type="button"
          class="flag"
          data-testid={`challenge-${at}`}
          data-challenge={at}
          aria-label={t("challenge.word", { word: text, name: nameAt(play.table, word.seat), n: word.points })}
          aria-pressed={challenging.word.value === at}
          aria-keyshortcuts="C"
          onClick={() => challenging.raise(at)}
        >
          <Icon name="flag" />
        </button>
      )}
    </li>
  );
}
