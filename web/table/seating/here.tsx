/** Questions of other guests to the reader, who has been idle, and a bot that moves for the reader. Fetched with the
 * screen. */
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Kept } from "../unbroken_names";
import { announce } from "../../ui/announcements";
import { nudge as vibrate, play } from "../../stage/sound";
import { owing } from "./idle";
import { personAt } from "./people";
import { said } from "./words";
import type { Table } from "../../state/table";

interface Question {
  readonly text: string;
  /** The time of the question, by the server's clock, or a number that differs for each question. */
  readonly at: number;
}

/** Return the latest question that the reader has not answered with a command, or null. */
function question(table: Table): Question | null {
  const seat = table.reader.value;
  const owed = owing(table).find((each) => each.seat === seat);
  if (seat === null || owed === undefined) return null;
  const request = table.lobby.value?.requests.find((each) => each.kind === "move" && each.seat === seat);
  if (request?.by != null) return { text: said("bot.yours", { name: personAt(table, request.by) }), at: request.number };
  const nudged = table.chairs.value[seat]?.nudged ?? null;
  if (nudged === null || table.onPage(nudged.at) <= owed.since) return null;
  return { text: said("nudged", { name: personAt(table, nudged.by) }), at: nudged.at };
}

const botPlays = (table: Table): boolean => table.reader.value !== null && table.chairs.value[table.reader.value]?.level != null;

/** The reader's way to end a question or a bot's play, until the reader's next command. */
export function Here({ table }: { readonly table: Table }) {
  useMissed(table);
  const asked = question(table);
  const plays = botPlays(table);
  const text = plays ? said("bot.plays") : (asked?.text ?? "");
  useEffect(() => announce("now", text), [text]);
  useEffect(() => {
    if (asked === null) return;
    play("turn");
    vibrate();
    const begins = `${asked.text} `;
    document.title = begins + document.title;
    return () => {
      document.title = document.title.replace(begins, "");
    };
  }, [asked?.at, asked?.text]);
  if (text === "") return null;
  return (
    <div class="strip" role="group" aria-label={said("nudged.what")} data-testid="nudged">
      <span>
        <Kept table={table} text={text} />
      </span>
      <button type="button" class="primary" data-testid="here" onClick={() => table.send({ type: "return" })}>
        {said("nudged.here")}
      </button>
    </div>
  );
}

/** Show the moves of a bot that played for the reader, once the seat is the reader's again and its last step is shown. */
function useMissed(table: Table): void {
  useEffect(() => watchBot(table), [table]);
}

/** `useSignalEffect` would run once for several messages, but the lobby that gives the seat back arrives before the step
 * that does so. */
function watchBot(table: Table): () => void {
  let bot: { readonly from: number; until: number | null } | null = null;
  return effect(() => {
    const seq = table.shown.value?.seq ?? 0;
    const behind = table.behind.value;
    if (botPlays(table)) {
      bot ??= { from: seq, until: null };
      return;
    }
    if (bot === null) return;
    bot.until ??= seq;
    if (behind || seq <= bot.until) return;
    const { from } = bot;
    bot = null;
    const steps = table.story.value.filter((told) => told.seq > from);
    if (steps.some((told) => told.instead)) table.missed.value = steps;
  });
}
