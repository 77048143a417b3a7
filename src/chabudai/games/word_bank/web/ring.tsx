/** The circle of seven safes, which are buttons, with the word and its path in the middle. */
import { useRef } from "preact/hooks";
import { joined, listed } from "@shell/i18n/language";
import { nameAt } from "@shell/state/player_names";
import { openWords } from "@shell/ui/open_sheet";
import { Icon } from "@shell/ui/icons";
import { Mark, Token } from "@shell/ui/tokens";
import { ownKeys, wide } from "@shell/state/settings";
import { isForeign, type Draft } from "./draft";
import { ArrowHead, Badges, Path } from "./path";
import { SafeArt, type Socket } from "./safe";
import { spoken, wrong, type Scene, type Spoken, type Stage } from "./stage";
import { lettersOf, saidLately, type Play, type Position } from "./table";
import type { Input, Rejected, Said, Slot } from "./types.gen";
import { t } from "./words";

interface Props {
  readonly play: Play;
  readonly draft: Draft;
  readonly stage: Stage;
  /** Called for input without any letter that can be used. */
  readonly onForeign: () => void;
}

export function Ring({ play, draft, stage, onForeign }: Props) {
  const scene = stage.scene.value;
  const ring = scene?.ring ?? play.view.value.ring;
  const again = scene === null ? recalled(play, stage) : null;
  const past = scene === null ? (again ?? latest(play, draft)) : null;
  const way = scene === null && past === null ? draft.chosen.value : null;
  const other = way && draft.best(way.direction === "clockwise" ? "anticlockwise" : "clockwise");
  const drawn = past ?? way ?? scene?.word ?? doubted(play);
  const pending = play.table.pending.value !== null && scene === null;
  return (
    <div class={`ring${pending ? " pending" : ""}${again ? " recalled" : ""}`} role="group" aria-label={t("ring")} data-stops>
      <Path way={drawn} other={other} />
      {ring.map((slot, position) => (
        <SafeButton
          key={position}
          play={play}
          draft={draft}
          scene={scene}
          changed={stage.changed.value.includes(position)}
          slot={slot}
          position={position}
          way={way}
          past={past}
        />
      ))}
      <ArrowHead way={drawn} />
      {way && <Badges way={way} marked={way.positions} open={ring.map((_, position) => isOpen(draft, way, position))} />}
      {past && <Badges way={{ ...past, closes: [] }} marked={past.marked} open={[]} />}
      <Middle play={play} draft={draft} stage={stage} onForeign={onForeign} past={past} />
    </div>
  );
}

interface SafeProps {
  readonly play: Play;
  readonly draft: Draft;
  readonly scene: Scene | null;
  readonly changed: boolean;
  readonly slot: Slot;
  readonly position: Position;
  readonly way: Input | null;
  readonly past: Spoken | null;
}

function SafeButton({ play, draft, scene, changed, slot, position, way, past }: SafeProps) {
  const visited = way?.positions.indexOf(position) ?? -1;
  const closes = way?.closes.includes(position) ?? false;
  const open = way !== null && isOpen(draft, way, position);
  const tap = (): void => {
    if (draft.canToggle(position)) draft.toggle(position);
    else draft.type(slot.safe.letter);
  };
  const look = [
    `safe place-${position}`,
    visited >= 0 && "on-path",
    open && "off-path",
    changed && "changed",
    (scene?.falling ?? past?.marked)?.includes(position) && "on-path",
    scene?.closing.includes(position) && "closing",
    scene?.turning.includes(position) && "turning",
  ];
  return (
    <button
      type="button"
      class={look.filter(Boolean).join(" ")}
      data-testid={`safe-${position}`}
      data-safe={position}
      data-letter={slot.safe.letter}
      data-stone={visited >= 0 ? visited + 1 : undefined}
      aria-label={safeName(play, slot, visited, closes, open)}
      disabled={slot.safe.letter === ""}
      onClick={tap}
    >
      <svg viewBox="-57 -57 114 114" aria-hidden="true">
        <SafeArt letter={slot.safe.letter} sockets={sockets(slot, scene, position, visited >= 0 ? play.seat.value : null)} />
      </svg>
    </button>
  );
}

/** Return whether a stone could also be laid here. */
function isOpen(draft: Draft, way: Input, position: Position): boolean {
  return !way.positions.includes(position) && draft.canToggle(position);
}

function sockets(slot: Slot, scene: Scene | null, position: Position, ghost: number | null): readonly Socket[] {
  const order = scene?.falling.indexOf(position) ?? -1;
  return Array.from({ length: slot.safe.spaces }, (_, at): Socket => {
    const seat = slot.stones[at];
    if (seat !== undefined) {
      const fresh = order >= 0 && at === slot.stones.length - 1;
      return fresh ? { seat, look: "falling", order } : { seat, look: "stone" };
    }
    return at === slot.stones.length && ghost !== null ? { seat: ghost, look: "ghost" } : { seat: null, look: "empty" };
  });
}

/** Return a safe's name, such as "G, 1 of 2 spaces taken: You. Stone 3 of your word. It would close." */
function safeName(play: Play, slot: Slot, visited: number, closes: boolean, open: boolean): string {
  const { letter, spaces } = slot.safe;
  if (letter === "") return t("safe.gone");
  const taken = slot.stones.length;
  const names = [...new Set(slot.stones)].map((seat) => nameAt(play.table, seat));
  return joined([
    taken === 0 ? t("safe.free", { letter, spaces }) : t("safe.taken", { letter, spaces, taken, names: listed(names) }),
    visited >= 0 ? t("safe.visited", { n: visited + 1 }) : "",
    closes ? t("safe.closes") : "",
    open ? t("safe.open") : "",
  ]);
}

interface MiddleProps extends Props {
  readonly past: Spoken | null;
}

function Middle({ play, draft, stage, onForeign, past }: MiddleProps) {
  const field = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const word = draft.word.value;
  const spoken = past ?? stage.scene.value?.word ?? doubted(play);
  const aside = word !== "" && past === null;
  const seated = play.seat.value !== null;
  const type = (): void => {
    if (composing.current || field.current === null) return;
    const typed = field.current.value;
    draft.write(typed);
    field.current.value = draft.word.value;
    if (isForeign(typed)) onForeign();
  };
  return (
    <div class="middle" data-stops>
      {seated && (
        <input
          ref={field}
          class={`word long-${size(word)}${spoken !== null && !aside ? " covered" : ""}`}
          data-testid="word"
          lang="en"
          aria-label={t("word")}
          inputMode={ownKeys.value === "on" ? "none" : "text"}
          autocomplete="off"
          autocapitalize="characters"
          autocorrect="off"
          spellcheck={false}
          enterkeyhint="send"
          value={word}
          onCompositionStart={() => (composing.current = true)}
          onCompositionEnd={() => {
            composing.current = false;
            type();
          }}
          onInput={type}
        />
      )}
      <Beneath play={play} draft={draft} stage={stage} spoken={spoken} past={past} aside={aside} />
    </div>
  );
}

interface BeneathProps extends Omit<MiddleProps, "onForeign"> {
  readonly spoken: Spoken | null;
  readonly aside: boolean;
}

/** The area below the field: the word being said, the gain from the typed word, or the last words. */
function Beneath({ play, draft, stage, spoken, past, aside }: BeneathProps) {
  if (spoken !== null) {
    const told = play.table.guided.value === null;
    return <SpokenWord key={spoken.word} spoken={spoken} aside={aside} told={told} said={spoken === past} />;
  }
  return draft.word.value === "" ? <LastWords play={play} stage={stage} /> : <Gain draft={draft} />;
}

/** Return an earlier word that the player has chosen to see again. */
function recalled(play: Play, { recalled: { value: said } }: Stage): Spoken | null {
  return said && spoken(play, said);
}

/** Return the word of the last turn. It is shown until the next one, or until this seat must find a word. */
function latest(play: Play, draft: Draft): Spoken | null {
  if (play.mine.value || draft.word.value !== "") return null;
  const last = play.story.value.at(-1)?.find((event) => event.type === "said" || event.type === "rejected");
  if (last?.type === "said") return spoken(play, last);
  return last?.type === "rejected" ? wrong(last) : null;
}

/** Return the word that is being voted on. */
function doubted({ view, story }: Play): Spoken | null {
  const { phase } = view.value;
  if (phase.type !== "judging") return null;
  return { ...phase.say, seat: phase.seat, marked: phase.say.positions, letters: lettersOf(story.value, phase.say), wrong: false };
}

const size = (word: string): number => Math.min(18, Math.max(8, word.length));

interface SpokenProps {
  readonly spoken: Spoken;
  readonly aside: boolean;
  /** Whether a button for the word's meaning appears once the word has been said. Until then, its space is reserved. */
  readonly told: boolean;
  readonly said: boolean;
}

/** A word that a player says. It covers the field, or appears below the typed word if `aside`. */
function SpokenWord({ spoken, aside, told, said }: SpokenProps) {
  const { word } = spoken;
  const look = ["spoken", spoken.wrong && "wrong", aside && "aside"].filter(Boolean).join(" ");
  return (
    <div class={look}>
      <svg class="token" viewBox="-15 -15 30 30" aria-hidden="true">
        <Mark seat={spoken.seat} />
      </svg>
      <span class={`word long-${size(word)}`} lang="en" aria-hidden="true">
        <Lettered spoken={spoken} />
      </span>
      {!spoken.wrong && (
        <span class="spoken-gain">
          <span aria-hidden="true">
            {spoken.positions.length > 1 && <Icon name={spoken.direction} />}
            {t("stones", { n: spoken.positions.length })}
          </span>
          {told && (
            <button
              type="button"
              class="plain"
              disabled={!said}
              aria-label={t("meaning", { word })}
              data-testid="meaning"
              onClick={() => openWords(word)}
            >
              <Icon name="book" />
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** A word whose letters that got a stone are highlighted. */
function Lettered({ spoken: { word, letters } }: { readonly spoken: Spoken }) {
  if (letters.length === 0) return <>{word}</>;
  let next = 0;
  return (
    <>
      {[...word].map((letter, at) => {
        if (letter !== letters[next]) return <i key={at}>{letter}</i>;
        next++;
        return letter;
      })}
    </>
  );
}

/** The words said since this seat's last turn. Tapping a word shows its path again. */
function LastWords({ play, stage }: { readonly play: Play; readonly stage: Stage }) {
  const lately = saidLately(play);
  if (lately.length === 0 && play.seat.value === null) return null;
  if (lately.length === 0) return <p class="hint">{play.mine.value ? t("middle.first") : t("middle.wait")}</p>;
  return (
    <ul class="last-words" aria-label={t("middle.last")}>
      {lately.map((said) => (
        <li key={said.word} class={said.type} style={{ "--n": said.word.length }}>
          <WordButton play={play} stage={stage} said={said} />
        </li>
      ))}
    </ul>
  );
}

/** A word with its player, as a button that shows its path again. A wrong word has no path. */
function WordButton({ play, stage, said }: { readonly play: Play; readonly stage: Stage; readonly said: Said | Rejected }) {
  const text = (
    <>
      <Token seat={said.seat} />
      <span class="unseen">{t("said", { name: nameAt(play.table, said.seat) })}</span> <span lang="en">{said.word}</span>
    </>
  );
  if (said.type === "rejected") return <s>{text}</s>;
  return (
    <button type="button" data-testid="last-word" onClick={() => stage.recall(said)}>
      {text}
    </button>
  );
}

function Gain({ draft }: { readonly draft: Draft }) {
  const way = draft.chosen.value;
  if (way === null) return <p class="gain">{draft.ways.value === null ? "…" : t("stones", { n: 0 })}</p>;
  const { all, at } = draft.others.value;
  return (
    <>
      <p class="gain">
        {way.positions.length > 1 && <Icon name={way.direction} />}
        {t("stones", { n: way.positions.length })}
      </p>
      {!wide.value && all.length > 1 && (
        <button type="button" class="others" data-testid="other-ways" onClick={draft.next}>
          {t("others", { k: at + 1 || "–", n: all.length })}
        </button>
      )}
    </>
  );
}
