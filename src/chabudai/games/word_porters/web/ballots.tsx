/** The vote board: each opponent's hints, in the order they were given, next to ten numbers. */
import { nameAt } from "@shell/state/player_names";
import { Token } from "@shell/ui/tokens";
import { joined } from "@shell/i18n/language";
import { wide } from "@shell/state/settings";
import { Face, Seen, hintOn, plain, wordOn } from "./faces";
import { HintToken, Tile } from "./porter";
import type { Screen } from "./screen";
import type { Options, Placed } from "./types.gen";
import { t } from "./words";

const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function Ballots({ screen }: { readonly screen: Screen }) {
  return (
    <ul class="ballots" aria-label={t("ballots")} data-testid="ballots" data-stops>
      {screen.voting.opponents.value.map((seat) => (
        <Ballot key={seat} screen={screen} seat={seat} />
      ))}
    </ul>
  );
}

function Ballot({ screen, seat }: { readonly screen: Screen; readonly seat: number }) {
  const { play, voting } = screen;
  const { placed, hints, options, words } = play.view.value;
  const name = nameAt(play.table, seat);
  const vote = voting.votes.value[seat] ?? 0;
  const open = !voting.confirmed.value;
  const filled = voting.filled.value;
  const active = open && voting.active.value === seat;
  const mine = placed.filter((each) => each.seat === seat);
  const chosen = vote > 0 ? wordOn(words[vote - 1], options) : null;
  const who = (
    <>
      <Token seat={seat} />
      <b class="ballot-name">{name}</b>
      <Trail placed={mine} hints={hints} options={options} />
      <span class="ballot-vote">
        {chosen === null ? <span class="blank">{filled ? "–" : "?"}</span> : <Tile seat={play.seat.value ?? 0} number={vote} />}
        {chosen === null ? <span class={filled ? "" : "unseen"}>{t(filled ? "ballot.filled" : "ballot.none")}</span> : <Face text={chosen} />}
      </span>
    </>
  );
  return (
    <li class={active ? "ballot active" : "ballot"} data-testid={`ballot-${seat}`}>
      {open ? (
        <button
          type="button"
          class="ballot-who"
          data-testid={`turn-to-${seat}`}
          aria-pressed={active}
          onClick={() => voting.turnTo(seat)}
        >
          {who}
        </button>
      ) : (
        <div class="ballot-who">{who}</div>
      )}
      {open && (wide.value || active) && (
        <div class="numbers" role="group" aria-label={t("ballot.numbers", { name })}>
          {NUMBERS.map((number) => (
            <Numbered key={number} screen={screen} seat={seat} number={number} />
          ))}
        </div>
      )}
    </li>
  );
}

function Numbered({ screen, seat, number }: { readonly screen: Screen; readonly seat: number; readonly number: number }) {
  const { play, voting } = screen;
  const { words, options } = play.view.value;
  const holder = voting.votes.value.findIndex((each) => each === number);
  const used = holder !== -1 && holder !== seat;
  const word = plain(wordOn(words[number - 1], options));
  const label = t("vote.number", { n: number, word, name: nameAt(play.table, seat) });
  return (
    <button
      type="button"
      class={used ? "number used" : "number"}
      data-testid={`vote-${seat}-${number}`}
      aria-pressed={holder === seat}
      onClick={() => {
        voting.lay(seat, number);
        follow(screen, seat);
      }}
    >
      <span class="unseen">
        {joined([label, used ? t("word.for", { names: nameAt(play.table, holder) }) : ""])}
      </span>
      <Seen>
        {number}
        {!wide.value && <Face text={wordOn(words[number - 1], options)} />}
      </Seen>
    </button>
  );
}

/** If only one player's numbers are shown, move the focus to the next player's. */
function follow({ voting }: Screen, seat: number): void {
  const next = voting.active.peek();
  if (wide.peek() || next === null || next === seat) return;
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-testid=ballot-${next}]`);
    row?.querySelector("button")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  });
}

interface TrailProps {
  readonly placed: readonly Placed[];
  readonly hints: readonly number[];
  readonly options: Options;
}

/** The hints of one player, oldest first. */
export function Trail({ placed, hints, options }: TrailProps) {
  return (
    <span class="trail">
      {placed.map((each) => (
        <span key={`${each.card} ${each.word}`} class="step">
          <HintToken seat={each.seat} stack={each.tokens} />
          <Face text={hintOn(hints[each.card], each.word, options)} />
        </span>
      ))}
    </span>
  );
}
