/** Opening a mission file, which is chosen or dropped on the page. The server parses it and reports its faults. */
import { signal, type ReadonlySignal } from "@preact/signals";
import { createRef, type RefObject } from "preact";
import { Failure } from "@shell/net/api";
import { failureText } from "@shell/state/refusals";
import { openFile } from "@shell/net/jobs";
import { latest } from "@shell/state/typed_table";
import type { Opened } from "../types.gen";
import { translate } from "../words";
import { AGAIN_MS, type Drawing } from "./drawing";
import { sketchOf } from "./sketch";
import { t } from "./words";

/** The maximum number of bytes to send: one more than a file may have, so that the server refuses a longer file. */
const SENT = 40_001;

/** The maximum number of requests, if the server refuses with "too-fast". */
const TRIES = 4;

/** One fault of a file, and the rule that it breaks. */
export interface Fault {
  readonly text: string;
  readonly rule: string | null;
}

/** Whether a file is being opened or was refused, and why. */
export type Reading =
  | { readonly kind: "idle" }
  | { readonly kind: "reading"; readonly name: string }
  | { readonly kind: "refused"; readonly name: string; readonly faults: () => readonly Fault[] };

export interface Files {
  readonly reading: ReadonlySignal<Reading>;
  /** Whether a file is being dragged over the page. */
  readonly over: ReadonlySignal<boolean>;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly choose: () => void;
  readonly chosen: () => void;
  readonly dismiss: () => void;
  /** Accept files that are dropped on the page. Return a function that stops this. */
  readonly listen: () => () => void;
}

export function openFiles(drawing: Drawing): Files {
  const reading = signal<Reading>({ kind: "idle" });
  const over = signal(false);
  const input = createRef<HTMLInputElement>();
  const opening = latest(read, (after, { name }) => {
    if (after.mission !== null) drawing.change(sketchOf(after.mission));
    reading.value = after.mission === null ? { kind: "refused", name, faults: after.faults } : { kind: "idle" };
  });

  function open(file: File): void {
    reading.value = { kind: "reading", name: file.name };
    opening.ask(file);
  }

  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over.value = true;
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) over.value = false;
  };
  const drop = (event: DragEvent): void => {
    over.value = false;
    const file = event.dataTransfer?.files[0];
    if (file === undefined) return;
    event.preventDefault();
    open(file);
  };

  return {
    reading,
    over,
    input,
    choose: () => input.current?.click(),
    chosen() {
      const file = input.current?.files?.[0];
      if (file) open(file);
      // Otherwise choosing the same file again after a fix would not fire an event.
      if (input.current) input.current.value = "";
    },
    dismiss: () => (reading.value = { kind: "idle" }),
    listen() {
      addEventListener("dragover", drag);
      addEventListener("dragleave", leave);
      addEventListener("drop", drop);
      return () => {
        opening.drop();
        removeEventListener("dragover", drag);
        removeEventListener("dragleave", leave);
        removeEventListener("drop", drop);
      };
    },
  };
}

type Read =
  | { readonly mission: NonNullable<Opened["mission"]> }
  | { readonly mission: null; readonly faults: () => readonly Fault[] };

/** Read a file. Faults are functions, so that they follow the reader's language. */
function read(file: File): Promise<Read> {
  return readAgain(file, TRIES);
}

async function readAgain(file: File, tries: number): Promise<Read> {
  let part: ArrayBuffer;
  try {
    part = await file.slice(0, SENT).arrayBuffer();
  } catch {
    return { mission: null, faults: () => [{ text: t("file.unreadable"), rule: null }] };
  }
  try {
    const { mission, flaws } = (await openFile("kakapo", part)) as Opened;
    if (mission !== null) return { mission };
    return {
      mission: null,
      faults: () => flaws.map(({ rule, text, facts }) => ({ rule, text: translate(text, facts) })),
    };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    if (failure.code === "too-fast" && tries > 1) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      return readAgain(file, tries - 1);
    }
    return { mission: null, faults: () => [{ text: failureText(failure), rule: null }] };
  }
}
