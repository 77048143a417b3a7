/** This seat's area: rows of words, and the hand below them. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { wide } from "@shell/state/settings";
import { CardArt } from "./card";
import { dragging } from "./drag";
import { pointsOf, worth } from "./faces";
import type { Held } from "./hand_card";
import { LaidBefore } from "./laid_words";
import type { Overlays } from "./overlays";
import type { Screen } from "./status";
import { t } from "./words";

export function Rack({ screen, overlays }: { readonly screen: Screen; readonly overlays: Overlays }) {
  const { draft, play, turn } = screen;
  const box = useRef<HTMLDivElement>(null);
  // The rack is removed between two rounds, and the next one is a new element.
  const here = play.seat.value !== null && play.task.value !== "settle";
  useEffect(() => (box.current ? dragging(box.current, draft, turn) : undefined), [draft, turn, here]);
  if (!here) return null;
  const rows = draft.rows.value;
  const active = draft.active.value;
  // A new row is only shown while cards are left for it.
  const some = draft.hand.value.length > 0;
  const half = Math.max(1, (draft.loose.value.length - 1) / 2);
  const fresh = some && (active === rows.length || draft.loose.value.length > 0);
  const cards = play.view.value.round + 2;
  return (
    <div class={draft.choosing.value ? "rack choosing" : "rack"} style={{ "--cards": cards }} ref={box}>
      <div class="rows" role="group" aria-label={t("rows")} data-stops>
        {rows.map((row, at) => (
          <Row key={at} screen={screen} row={row} at={at} active={at === active} />
        ))}
        {wide.value && <LaidBefore screen={screen} overlays={overlays} seat={play.seat.value ?? -1} />}
        {fresh && <NewRow screen={screen} at={rows.length} active={active === rows.length} />}
      </div>
      <div class="hand-cards" role="group" aria-label={t("hand")} data-drop="hand" data-stops style={wide.value ? { "--half": half } : undefined}>
        {draft.loose.value.map((card, at, { length }) => (
          <CardButton key={card.id} screen={screen} card={card} name="card" off={at - (length - 1) / 2} />
        ))}
        {draft.loose.value.length === 0 && draft.rest.value.length === 0 && (
          <p class="note">{t(draft.candidate.value === null ? "hand.none" : "hand.others")}</p>
        )}
        {some && <Slot screen={screen} />}
      </div>
    </div>
  );
}

/** The slot for the discard, next to the hand. A tap chooses a card, or returns it. */
function Slot({ screen }: { readonly screen: Screen }) {
  const { draft } = screen;
  const card = draft.slotted.value;
  return (
    <div class="slot" data-testid="discard-slot" data-drop="slot" data-card={card?.face}>
      {card === null ? (
        <button
          type="button"
          class="plain"
          aria-pressed={draft.choosing.value}
          onClick={() => draft.choose(!draft.choosing.value)}
        >
          {t("slot")}
        </button>
      ) : (
        <CardButton screen={screen} card={card} name="slot-card" />
      )}
    </div>
  );
}

interface RowProps {
  readonly screen: Screen;
  readonly row: readonly Held[];
  readonly at: number;
  readonly active: boolean;
}

function Row({ screen, row, at, active }: RowProps) {
  const { draft, play } = screen;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) box.current?.scrollIntoView({ block: "nearest" });
  }, [active, row.length]);
  const faces = row.map((card) => card.face);
  const candidate = draft.candidate.value;
  const acting = play.task.value === "act" || play.task.value === "last";
  const lone = acting && row.length === 1 && row[0]?.id === candidate?.id;
  const typed = active ? draft.typed.value : "";
  const look = ["word-row", active && "active", lone && "lone"].filter(Boolean).join(" ");
  return (
    <div ref={box} class={look} data-testid={`word-${at}`} data-word={faces.join("")} data-drop="row" data-row={at}>
      <div class="row-cards">
        {row.map((card) => (
          <CardButton key={card.id} screen={screen} card={card} name="laid-card" />
        ))}
        {typed !== "" && typed !== faces.join("") && <span class="typed">{typed}</span>}
      </div>
      <button
        type="button"
        class="row-end plain"
        aria-pressed={active}
        onClick={() => draft.activate(at)}
      >
        <span class="unseen">
          {t(active ? "row.active" : "row", { n: at + 1, word: faces.join(""), points: worth(faces) })}
        </span>
        {lone ? <small>{t("row.discard")}</small> : <b aria-hidden="true">{row.length > 1 ? worth(faces) : "…"}</b>}
      </button>
    </div>
  );
}

function NewRow({ screen, at, active }: { readonly screen: Screen; readonly at: number; readonly active: boolean }) {
  const { draft } = screen;
  const typed = active ? draft.typed.value : "";
  return (
    <button
      type="button"
      class={active ? "word-row new active" : "word-row new"}
      data-testid={`word-${at}`}
      data-drop="row"
      data-row={at}
      aria-pressed={active}
      onClick={() => draft.activate(at)}
    >
      {typed === "" ? t("row.new") : <span class="typed">{typed}</span>}
    </button>
  );
}

/** The string keys for the name of a card: in the hand, in a row, and in the slot. */
const NAMES = { card: "card", "laid-card": "card.laid", "slot-card": "card.slot" } as const;

interface CardProps {
  readonly screen: Screen;
  readonly card: Held;
  readonly name: keyof typeof NAMES;
  /** The number of places to the right of the middle of the hand. */
  readonly off?: number;
}

function CardButton({ screen, card, name, off }: CardProps) {
  const { draft, play } = screen;
  const at = draft.hand.value.findIndex((each) => each.id === card.id);
  const acting = play.task.value === "act" || play.task.value === "last";
  const art = useMemo(() => <CardArt face={card.face} />, [card.face]);
  const look = [
    "card",
    card.id === draft.fresh.value && acting && "fresh",
    acting && card.id === draft.candidate.value?.id && "chosen",
  ];
  return (
    <button
      type="button"
      class={look.filter(Boolean).join(" ")}
      data-testid={`${name}-${at}`}
      data-id={card.id}
      data-face={card.face}
      // Narrow screens do not fan out the cards. There, setting this property would only cost restyling time.
      style={wide.value ? { "--off": off } : undefined}
      onClick={() => draft.tap(card.id)}
    >
      <span class="unseen">{t(NAMES[name], { face: card.face, n: pointsOf(card.face) })}</span>
      {art}
    </button>
  );
}
