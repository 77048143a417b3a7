/** The mission studio: draw birds and coloured edges, be told at once what they come to, and play. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Pills } from "@shell/kit/pills";
import { Languages } from "@shell/landing/languages";
import { Logo } from "@shell/landing/logo";
import { t as house } from "@shell/language";
import { go } from "@shell/routes";
import { LONGEST_TITLE, openDrawing, type Drawing, type Tool } from "./drawing";
import { Easel } from "./easel";
import { Outcome } from "./outcome";
import { PlayIt } from "./play";
import { SUITS, SuitMark, weave } from "../suits";
import { BirdMark } from "../bird";
import { suitName, t as table } from "../words";
import { t } from "./words";

export function Studio() {
  const drawing = useMemo(openDrawing, []);
  useEffect(() => drawing.stop, [drawing]);
  weave();
  document.title = `${t("studio")} · ${house("house")}`;
  return (
    <div class="studio" data-testid="studio">
      <header class="masthead">
        <a
          class="home"
          href="/"
          aria-label={house("house")}
          onClick={(event) => {
            event.preventDefault();
            go("/");
          }}
        >
          <Logo />
        </a>
        <h1>{t("studio")}</h1>
        <Languages />
      </header>
      <main>
        <section class="studio-board" aria-label={table("board")}>
          <Brushes drawing={drawing} />
          <Easel drawing={drawing} />
          <p class="note">{t("studio.how")}</p>
        </section>
        <section class="studio-side">
          <Facts drawing={drawing} />
          <Outcome drawing={drawing} />
          <PlayIt drawing={drawing} />
        </section>
      </main>
    </div>
  );
}

function Brushes({ drawing: { tool } }: { readonly drawing: Drawing }) {
  const brush = (value: Tool, label: string, picture: ComponentChildren) => (
    <button
      key={value}
      type="button"
      class={tool.value === value ? "brush picked" : "brush"}
      aria-pressed={tool.value === value}
      aria-label={label}
      data-testid={`brush-${value}`}
      onClick={() => (tool.value = value)}
    >
      {picture}
    </button>
  );
  return (
    <div class="brushes" role="group" aria-label={t("brushes")}>
      {brush("bird", t("brush.bird"), <BirdMark awake={tool.value === "bird"} />)}
      {SUITS.map((suit) => brush(suit, t("brush.edge", { suit: suitName(suit) }), <SuitMark suit={suit} />))}
    </div>
  );
}

function Facts({ drawing }: { readonly drawing: Drawing }) {
  const { mode, title, birds, required } = drawing;
  return (
    <div class="studio-facts panel">
      <label class="studio-title">
        <span>{t("studio.title")}</span>
        <input
          value={title.value}
          maxLength={LONGEST_TITLE}
          data-testid="studio-title"
          placeholder={t("studio.untitled")}
          onInput={(event) => (title.value = event.currentTarget.value)}
        />
      </label>
      <Pills
        legend={t("studio.mode")}
        pills={[
          { value: "buddy", label: t("studio.buddy") },
          { value: "party", label: t("studio.party") },
        ]}
        value={mode.value}
        onPick={(picked) => (mode.value = picked)}
      />
      {birds.value.length > 1 && (
        <Pills
          legend={t("studio.required")}
          pills={birds.value.map((_, at) => ({ value: at + 1, label: String(at + 1) }))}
          value={required.value}
          onPick={drawing.require}
        />
      )}
      <button type="button" class="plain" data-testid="studio-clear" onClick={drawing.clear}>
        {t("studio.clear")}
      </button>
    </div>
  );
}
