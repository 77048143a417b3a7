/** The seats around the table, and their players. */
import { useEffect, useRef, useState } from "preact/hooks";
import { lang, t } from "../i18n/language";
import { fitted, rememberName } from "../i18n/names";
import { Face } from "../ui/face";
import { Icon } from "../ui/icons";
import { Mark, Token } from "../ui/tokens";
import { letterOf } from "../state/looks";
import { go } from "../state/routes";
import { Seatless } from "../table/seating/removal";
import { Changeovers, Requests } from "../table/seating/requests";
import { isLevel, LEVELS } from "../state/bot_levels";
import type { Table } from "../state/table";
import type { Chair, Level } from "../net/types.gen";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly seats: readonly number[];
}

export function Chairs({ table, seats }: Props) {
  const host = table.hello.value?.host === true;
  const chairs = table.chairs.value;
  return (
    <section class="chairs panel" aria-labelledby="chairs-title">
      <h2 id="chairs-title">{say("chairs.title")}</h2>
      <RoundTable chairs={chairs} me={table.seat.value} />
      <ol class="chair-list">
        {chairs.map((chair, seat) => (
          <li key={seat} class={`chair ${chair.kind}`} data-testid={`chair-${seat}`}>
            <Token seat={seat} />
            {chair.face !== null && <Face face={chair.face} />}
            <Who table={table} chair={chair} seat={seat} />
            {host && seat !== table.seat.value && <Place table={table} chair={chair} seat={seat} />}
            {chair.style[lang.value] && <small class="style">{chair.style[lang.value]}</small>}
          </li>
        ))}
      </ol>
      {host && <Size table={table} seats={seats} />}
      <Seatless table={table} />
      <div class="door">
        <Requests table={table} />
      </div>
      <div class="door">
        <Changeovers table={table} />
      </div>
      {table.seat.value !== null && (
        <button type="button" class="plain" data-testid="leave" onClick={() => void leave(table)}>
          <Icon name="back" />
          {t("leave")}
        </button>
      )}
    </section>
  );
}

/** Give up the reader's seat permanently. */
async function leave(table: Table): Promise<void> {
  if (await table.request({ type: "leave" })) go("/");
}

function RoundTable({ chairs, me }: { readonly chairs: readonly Chair[]; readonly me: number | null }) {
  return (
    <svg class="round-table" viewBox="-150 -92 300 184" aria-hidden="true">
      <g class="outline">
        <ellipse cy="7" rx="92" ry="50" class="fill-leg" />
        <ellipse rx="92" ry="50" class="fill-wood" />
        <ellipse rx="70" ry="37" class="grain" />
        <ellipse rx="44" ry="22" class="grain" />
        <ellipse rx="18" ry="8" class="grain" />
      </g>
      {chairs.map((chair, seat) => {
        // The reader's own seat is at the bottom; the others follow clockwise.
        const turn = ((seat - (me ?? 0)) * 2 * Math.PI) / chairs.length + Math.PI / 2;
        const at = `translate(${(122 * Math.cos(turn)).toFixed(1)} ${(70 * Math.sin(turn)).toFixed(1)})`;
        return (
          <g key={seat} transform={at} class={chair.kind === "open" ? "place-open" : "place-taken"}>
            <circle r="19" class="cushion" />
            <Mark seat={seat} />
          </g>
        );
      })}
    </svg>
  );
}

function Who({ table, chair, seat }: { readonly table: Table; readonly chair: Chair; readonly seat: number }) {
  if (seat === table.seat.value) return <MyName table={table} name={chair.name} />;
  const notes = [
    chair.kind === "bot" && chair.level && t("chair.bot", { level: t(`level.${chair.level}`) }),
    chair.kind === "guest" && seat === table.lobby.value?.host && t("chair.host"),
    typeof table.gone.value[seat] === "number" && t("chair.away"),
  ];
  return (
    <span class="who">
      <b>{chair.kind === "open" ? say("chair.open") : chair.name}</b>
      <small>{notes.filter(Boolean).join(" · ")}</small>
    </span>
  );
}

function MyName({ table, name }: { readonly table: Table; readonly name: string }) {
  const [draft, setDraft] = useState<string | null>(null);
  const wished = useRef(false);
  useEffect(() => {
    if (wished.current) rememberName(name);
  }, [name]);
  const done = (): void => {
    const chosen = draft?.trim() ?? "";
    setDraft(null);
    if (chosen === "" || chosen === name) return;
    wished.current = true;
    table.send({ type: "rename", name: chosen });
  };
  const enter = (event: SubmitEvent): void => {
    event.preventDefault();
    done();
  };
  return (
    <form class="who" onSubmit={enter}>
      <input
        class="my-name"
        aria-label={say("chair.name")}
        data-testid="my-name"
        value={draft ?? name}
        autocomplete="off"
        onInput={(event) => {
          event.currentTarget.value = fitted(event.currentTarget.value);
          setDraft(event.currentTarget.value);
        }}
        onBlur={done}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <small>{say("chair.you")}</small>
    </form>
  );
}

/** The host's actions for a seat: give it to a bot of a chosen level, or free it, which removes a guest. */
function Place({ table, chair, seat }: { readonly table: Table; readonly chair: Chair; readonly seat: number }) {
  const free = (): void => table.send({ type: "vacate", seat });
  const pick = (value: string): void => {
    if (isLevel(value)) table.send({ type: "seat-bot", seat, level: value });
    else free();
  };
  if (chair.kind === "guest") {
    return (
      <button
        type="button"
        class="plain"
        aria-label={say("chair.free", { name: chair.name })}
        onClick={free}
      >
        <Icon name="close" />
      </button>
    );
  }
  return (
    <select
      data-testid={`bot-${seat}`}
      aria-label={say("chair.who", { seat: letterOf(seat) })}
      value={chair.level ?? ""}
      onChange={(event) => pick(event.currentTarget.value)}
    >
      <option value="">{t("chair.wait")}</option>
      {LEVELS.map((level: Level) => (
        <option key={level} value={level}>
          {t("chair.bot", { level: t(`level.${level}`) })}
        </option>
      ))}
    </select>
  );
}

function Size({ table, seats }: Props) {
  const chairs = table.chairs.value;
  const playable = table.lobby.value?.seats ?? seats;
  const taken = chairs.reduce((last, chair, seat) => (chair.kind === "open" ? last : seat + 1), 0);
  return (
    <div class="size" role="group" aria-label={say("chairs.size")}>
      <span>{say("chairs.size")}</span>
      <div class="pill-row">
        {seats.map((count) => (
          <button
            key={count}
            type="button"
            class="count"
            data-testid={`seats-${count}`}
            aria-pressed={count === chairs.length}
            aria-disabled={count < taken || !playable.includes(count)}
            onClick={() => count >= taken && table.send({ type: "resize", seats: count })}
          >
            {count}
          </button>
        ))}
      </div>
    </div>
  );
}
