/** A table that shows a finished game step by step. It replaces the real table, and nothing is sent from it. */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { stepsOf } from "../net/jobs";
import { resumeMotion, skipsMotion } from "../state/motion";
import type { Shown, Table, Watcher } from "../state/table";
import type { ShownStep, Telling, Told } from "../net/types.gen";

export interface Recording {
  readonly table: Table;
  /** The visible step, counted from 0. */
  readonly at: ReadonlySignal<number>;
  /** The number of steps; 0 until it is known. */
  readonly of: ReadonlySignal<number>;
  /** A requested step that does not exist, or null. */
  readonly never: ReadonlySignal<number | null>;
  /** Show a step; the next step is animated. A step beyond the end shows the last one. */
  readonly show: (at: number) => Promise<void>;
}

export function record(table: Table, seat: number | null): Recording {
  const steps: ShownStep[] = [];
  const tellings = new Map<unknown, readonly Telling[]>();
  const of = signal(0);
  const at = signal(-1);
  const wanted = signal(0);
  const never = signal<number | null>(null);
  let watcher: Watcher | null = null;
  let busy = false;

  /** Fetch steps up to this one. */
  async function load(last: number): Promise<void> {
    while (of.value === 0 || (steps.length <= last && steps.length < of.value)) {
      const more = await stepsOf(table.id, seat, steps.length);
      for (const step of more.steps) step.events.forEach((event, each) => tellings.set(event, step.tellings[each] ?? []));
      steps.push(...more.steps);
      of.value = more.of;
    }
  }

  const told = (step: ShownStep, seq: number): Told => ({ seq, events: step.events, tellings: step.tellings, instead: null, why: null, opens: false });
  const story = computed(() => steps.slice(0, at.value + 1).map(told));
  const shown = computed((): Shown | null => {
    const step = steps[at.value];
    // In a finished game, the seat whose view is shown does not act.
    return step ? { seq: at.value, view: step.view, toAct: step.to_act.filter((each) => each !== seat), legal: [], until: null, since: [], eyes: seat } : null;
  });

  async function show(to: number): Promise<void> {
    wanted.value = Math.max(0, to);
    never.value = null;
    // The running call continues to the new step.
    if (busy) return;
    busy = true;
    try {
      while (at.value !== wanted.value) {
        await load(wanted.value);
        const to = Math.min(wanted.value, of.value - 1);
        const next = steps[to];
        if (next === undefined) break;
        resumeMotion();
        if (to === at.value + 1 && at.value >= 0 && !skipsMotion()) await watcher?.enact(next.events);
        batch(() => {
          if (wanted.value >= of.value) {
            never.value = wanted.value;
            wanted.value = to;
          }
          at.value = to;
        });
        if (shown.value !== null) watcher?.tell([told(next, to)]);
      }
    } finally {
      busy = false;
    }
  }

  const hello = computed(() => table.hello.value && { ...table.hello.value, seat, host: false });
  const nothing = (): void => undefined;
  return {
    at,
    of,
    never,
    show,
    table: {
      ...table,
      again: true,
      hello,
      seat: signal(seat),
      shown,
      story,
      tellings: (event) => tellings.get(event) ?? [],
      pending: signal(null),
      refusal: signal(null),
      missed: signal<readonly Told[]>([]),
      behind: signal(false),
      send: nothing,
      act: nothing,
      request: () => Promise.resolve(false),
      ask: () => Promise.resolve(null),
      watch: (next) => (watcher = next),
      close: nothing,
      reopen: nothing,
    },
  };
}
