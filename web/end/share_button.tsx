/** The result as a text to share: the game, the names and scores, the server's address. It contains no link to the
 * table. */
import { called } from "../state/bot_names";
import { useCopying } from "../ui/clipboard";
import { Icon } from "../ui/icons";
import { SITE } from "../platform/site";
import { apart } from "../i18n/names";
import type { Ending, GameScreen } from "../state/game_screen";
import type { Table } from "../state/table";
import { t } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly ending: Ending;
}

export function resultText({ table, screen, ending }: Props): string {
  const { winners, scores } = ending;
  const seats = table.chairs.value.map((chair, seat) => ({ seat, name: apart(called(chair).name), score: scores[seat] }));
  const rank = (seat: number): number => (winners.includes(seat) ? 0 : 1);
  const lines = seats
    .sort((one, other) => rank(one.seat) - rank(other.seat))
    .map(({ seat, name, score }) => `${winners.includes(seat) ? "★" : "·"} ${name}${score === undefined ? "" : ` ${score}`}`);
  return [`${screen.title} – chabudai`, ...lines, SITE].join("\n");
}

/** Return whether the device can share. */
const hasShare = (): boolean => "share" in navigator;

export function ShareResult(props: Props) {
  const text = resultText(props);
  const [copied, copy] = useCopying(text, t("share.copied"));
  const share = async (): Promise<void> => {
    if (hasShare()) {
      // The promise is rejected if the reader cancels.
      await navigator.share({ text }).catch(() => undefined);
      return;
    }
    await copy();
  };
  return (
    <div class="share-result">
      <button type="button" data-testid="share-result" onClick={() => void share()}>
        <Icon name={copied === "copied" ? "check" : "share"} />
        {t(copied === "copied" ? "share.copied" : "share")}
      </button>
      {copied === "refused" && (
        <textarea class="to-copy" readOnly rows={text.split("\n").length} aria-label={t("share")} data-testid="result-text">
          {text}
        </textarea>
      )}
    </div>
  );
}
