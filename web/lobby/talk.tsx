/** The panel of the lobby with what the players say to each other, once there are two of them. */
import { useEffect, useRef } from "preact/hooks";
import style from "../css/talk.css";
import { withMoreStyle } from "../platform/stylesheets";
import { nameAt } from "../state/player_names";
import type { Table } from "../state/table";
import { aloud, hasOthers, heard } from "../table/talk/hearing";
import { say, wordsOf } from "../table/talk/words";
import { announce } from "../ui/announcements";
import { LazyPart } from "../ui/lazy_part";

const load = async () => (await withMoreStyle(style, import("../table/talk/panel"))).Panel;

export function LobbyTalk({ table }: { readonly table: Table }) {
  const signs = heard(table);
  const newest = useRef(signs.at(-1)?.number ?? 0);
  const last = signs.at(-1)?.number ?? 0;
  useEffect(() => {
    const fresh = signs.filter(({ number, seat }) => number > newest.current && seat !== table.seat.value);
    newest.current = last;
    if (!aloud.value) return;
    for (const sign of fresh) announce("log", say("line", { name: nameAt(table, sign.seat), said: wordsOf(sign) ?? "" }));
  }, [last]);
  if (table.talked.value.length === 0 || !hasOthers(table)) return null;
  return (
    <section class="panel" aria-labelledby="talk-title" data-testid="lobby-talk">
      <h2 id="talk-title">{say("title")}</h2>
      <LazyPart load={load} props={{ table }} />
    </section>
  );
}
