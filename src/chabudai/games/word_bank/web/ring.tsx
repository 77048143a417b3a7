/** The circle of seven safes, which are buttons, with the word and its path in the middle. */
import { useRef } from "preact/hooks";
import { joined, listed } from "@shell/language";
import { nameAt } from "@shell/frame/people";
import { Icon } from "@shell/kit/icons";
import { Mark } from "@shell/kit/seats";
import { ownKeys, wide } from "@shell/settings";
import type { Draft } from "./draft";
import { ArrowHead, Badges, Path } from "./path";
import { SafeArt, type Socket } from "./safe";
import type { Scene, Spoken, Stage } from "./stage";
import { saidIn, type Play, type Position } from "./table";
import type { Input, Slot, View } from "./types.gen";
import { t } from "./words";

interface Props {
  readonly play: Play;
  readonly draft: Draft;
  readonly stage: Stage;
}

export function Ring({ play, draft, stage }: Props) {
  const scene = stage.scene.value;
  const ring = scene?.ring ?? play.view.value.ring;
  const way = scene === null ? draft.chosen.value : null;
  const other = way && draft.best(way.direction === "clockwise" ? "anticlockwise" : "clockwise");
  const drawn = way ?? scene?.word ?? doubted(play.view.value);
  const pending = play.table.pending.value !== null;
  return (
    <div class={pending ? "ring pending" : "ring"} role="group" aria-label={t("ring")}>
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
        />
      ))}
      <ArrowHead way={drawn} />
      {way && <Badges way={way} open={ring.map((_, position) => isOpen(draft, way, position))} />}
      <Middle play={play} draft={draft} scene={scene} />
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
}

function SafeButton({ play, draft, scene, changed, slot, position, way }: SafeProps) {
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
    scene?.falling.includes(position) && "on-path",
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

/** Whether a stone could be laid here as well. */
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

/** "G, 1 of 2 spaces taken: You. Stone 3 of your word. It would close." */
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

function Middle({ play, draft, scene }: { readonly play: Play; readonly draft: Draft; readonly scene: Scene | null }) {
  const field = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const word = draft.word.value;
  const spoken = scene?.word ?? doubted(play.view.value);
  const seated = play.seat.value !== null;
  const type = (): void => {
    if (composing.current || field.current === null) return;
    draft.write(field.current.value);
    field.current.value = draft.word.value;
  };
  return (
    <div class="middle">
      {seated && (
        <input
          ref={field}
          class={`word long-${size(word)}${spoken !== null && word === "" ? " covered" : ""}`}
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
      <Beneath play={play} draft={draft} spoken={spoken} />
    </div>
  );
}

/** Below the field: the word being said, else the gain of the typed word, else the last word. */
function Beneath({ play, draft, spoken }: { readonly play: Play; readonly draft: Draft; readonly spoken: Spoken | null }) {
  const thinking = draft.word.value !== "";
  if (spoken !== null) return <SpokenWord spoken={spoken} aside={thinking} />;
  return thinking ? <Gain draft={draft} /> : <LastWord play={play} />;
}

/** The word that is being voted on. */
function doubted(view: View): Spoken | null {
  const { phase } = view;
  return phase.type === "judging" ? { ...phase.say, seat: phase.seat, wrong: false } : null;
}

const size = (word: string): number => Math.min(18, Math.max(8, word.length));

/** A word that somebody says. It covers the field, or is below the typed word if `aside`. */
function SpokenWord({ spoken, aside }: { readonly spoken: Spoken; readonly aside: boolean }) {
  const look = ["spoken", spoken.wrong && "wrong", aside && "aside"].filter(Boolean).join(" ");
  return (
    <p class={look} aria-hidden="true">
      <svg class="token" viewBox="-15 -15 30 30">
        <Mark seat={spoken.seat} />
      </svg>
      <span class={`word long-${size(spoken.word)}`} lang="en">
        {spoken.word}
      </span>
      {!spoken.wrong && (
        <span class="spoken-gain">
          {spoken.positions.length > 1 && <Icon name={spoken.direction} />}
          {t("stones", { n: spoken.positions.length })}
        </span>
      )}
    </p>
  );
}

/** The last word that was said. */
function LastWord({ play }: { readonly play: Play }) {
  const last = saidIn(play.story.value).at(-1);
  if (!last && play.seat.value === null) return null;
  if (!last) return <p class="hint">{play.mine.value ? t("middle.first") : t("middle.wait")}</p>;
  return (
    <p class="last-word">
      <small>{t("middle.last", { name: nameAt(play.table, last.seat) })}</small>
      <span lang="en">{last.word}</span>
    </p>
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
