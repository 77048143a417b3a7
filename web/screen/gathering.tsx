/** The lobby on a big screen: who is here, around the table, and how to join in its middle. */
import { apart } from "../i18n/names";
import { t } from "../i18n/language";
import { TableTop } from "../stage/wood";
import { Face } from "../ui/face";
import { letterOf, lookOf } from "../state/looks";
import { takenSeats } from "../state/room";
import type { Chair } from "../net/types.gen";
import { Token } from "../ui/tokens";
import type { BigScreenProps } from "./props";
import { Head } from "./head";
import { JoinBox } from "./join_box";
import { around } from "./seats";
import { say } from "./words";

export function Gathering({ table, screen }: BigScreenProps) {
  const lobby = table.lobby.value;
  if (lobby === null) return null;
  const { chairs } = lobby;
  const places = around(chairs.length, "small");
  document.title = screen.title;
  return (
    <div class="table big-screen gathering" data-testid="lobby" translate={false} data-game={table.hello.value?.game}>
      <Head table={table} screen={screen} text={say("gather")}>
        {say("gather.count", { n: takenSeats(lobby).length, of: chairs.length })}
      </Head>
      <main>
        <div class={`view stage low small round-${chairs.length}`}>
          <TableTop />
          <ul class="chips" aria-label={t("players")}>
            {chairs.map((chair, seat) => (
              <li key={seat} class={`place ${places[seat]?.side}`} style={{ gridArea: places[seat]?.area }}>
                <Chair chair={chair} seat={seat} />
              </li>
            ))}
          </ul>
          <div class="board">
            <JoinBox table={table} />
          </div>
        </div>
      </main>
    </div>
  );
}

function Chair({ chair, seat }: { readonly chair: Chair; readonly seat: number }) {
  const { kind, name, face } = chair;
  const state = kind === "open" ? "free" : kind === "bot" ? "bot" : "here";
  return (
    <div class={`chip tint-${lookOf(seat)} ${kind}`} data-testid={`chip-${seat}`}>
      {face !== null && <Face face={face} />}
      <Token seat={seat} />
      <span class="chip-name" dir="auto">
        {apart(name || t("seat", { letter: letterOf(seat) }))}
      </span>
      <span class="chip-state">{say(state)}</span>
    </div>
  );
}
