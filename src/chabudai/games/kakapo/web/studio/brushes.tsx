/** The studio's tools: brushes, undo, redo, clear, open a file. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon, type IconName } from "@shell/ui/icons";
import { BirdMark } from "../board/bird";
import { SUITS, SuitMark } from "../suits";
import { suitName } from "../words";
import type { Drawing, Tool } from "./drawing";
import type { Files } from "./files";
import { wiped } from "./sketch";
import { t } from "./words";

/** The tools in the order of their numbers on the keyboard. */
export const TOOLS: readonly Tool[] = ["bird", ...SUITS];

export function take({ tool, missed }: Drawing, next: Tool): void {
  tool.value = next;
  missed.value = false;
}

export function Brushes({ drawing }: { readonly drawing: Drawing }) {
  const { tool } = drawing;
  return (
    <div class="brushes" role="group" aria-label={t("brushes")}>
      {TOOLS.map((each) => (
        <button
          key={each}
          type="button"
          class={tool.value === each ? "brush picked" : "brush"}
          aria-pressed={tool.value === each}
          aria-label={each === "bird" ? t("brush.bird") : t("brush.edge", { suit: suitName(each) })}
          data-testid={`brush-${each}`}
          onClick={() => take(drawing, each)}
        >
          {each === "bird" ? <BirdMark awake={tool.value === "bird"} /> : <SuitMark suit={each} />}
        </button>
      ))}
    </div>
  );
}

export function Steps({ drawing, files }: { readonly drawing: Drawing; readonly files: Files }) {
  const { undo, redo, birds, sketch } = drawing;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => stepByKey(event, drawing);
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [drawing]);
  return (
    <div class="steps" role="group" aria-label={t("steps")}>
      <Step name="undo" icon="anticlockwise" act={undo.value} />
      <Step name="redo" icon="clockwise" act={redo.value} />
      <Step name="clear" icon="erase" act={birds.value.length === 0 ? null : () => drawing.change(wiped(sketch.value))} />
      <Step name="open" icon="folder" act={files.choose}>
        <input ref={files.input} type="file" class="unseen" tabIndex={-1} aria-hidden="true" data-testid="studio-input" onChange={files.chosen} />
      </Step>
    </div>
  );
}

interface StepProps {
  readonly name: "undo" | "redo" | "clear" | "open";
  readonly icon: IconName;
  readonly act: (() => void) | null;
  readonly children?: ComponentChildren;
}

/** A button that is not disabled when it can do nothing, so that it keeps the focus. */
function Step({ name, icon, act, children }: StepProps) {
  return (
    <>
      <button type="button" class="step" aria-disabled={act === null} data-testid={`studio-${name}`} onClick={() => act?.()}>
        <Icon name={icon} />
        {t(`step.${name}`)}
      </button>
      {children}
    </>
  );
}

/** Undo with Ctrl+Z, redo with Ctrl+Y or Ctrl+Shift+Z. A text field has an undo of its own. */
function stepByKey(event: KeyboardEvent, { undo, redo }: Drawing): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  (key === "y" || event.shiftKey ? redo : undo).peek()?.();
}
