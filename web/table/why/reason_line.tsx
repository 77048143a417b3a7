/** The reason for a bot's move, below its line in the log. */
import { useSignal } from "@preact/signals";
import { announce } from "../../ui/announcements";
import { nameAt } from "../../state/player_names";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import type { Told } from "../../net/types.gen";
import { askedAbout, reasonFor } from "./reason_request";
import { say } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly told: Told;
}

export function Why({ table, screen, told }: Props) {
  const open = useSignal(false);
  const reason = useSignal<string | null>(null);
  const seat = askedAbout(table, told);
  if (seat === null) return null;
  const ask = async (): Promise<void> => {
    open.value = !open.value;
    if (!open.value) return;
    reason.value = null;
    reason.value = await reasonFor(table, screen, told.seq);
    announce("now", reason.value);
  };
  return (
    <>
      <button
        type="button"
        class="in-text why"
        data-testid={`why-${told.seq}`}
        aria-label={say("why.of", { name: nameAt(table, seat) })}
        aria-expanded={open.value}
        onClick={() => void ask()}
      >
        {say("why")}
      </button>
      {open.value && (
        <p class="why-said" data-testid="why-said">
          {reason.value ?? say("awaited")}
        </p>
      )}
    </>
  );
}
