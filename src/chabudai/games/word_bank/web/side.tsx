/** The side panel: each player's stones and safes during the game, and the used words. */
import { useState } from "preact/hooks";
import { nameAt } from "@shell/state/player_names";
import { Players } from "@shell/table/players";
import { openWords } from "@shell/ui/open_sheet";
import { Icon } from "@shell/ui/icons";
import { Search } from "@shell/ui/search";
import { Token } from "@shell/ui/tokens";
import { letters } from "./draft";
import { SafeChip } from "./safe";
import { saidIn, type Play } from "./table";
import type { Said } from "./types.gen";
import { t } from "./words";

interface Props {
  readonly play: Play;
  /** Show on the circle how a word was placed. */
  readonly recall: (said: Said) => void;
}

export function Side({ play, recall }: Props) {
  return (
    <>
      {play.view.value.phase.type !== "over" && <Stock play={play} />}
      <Used play={play} recall={recall} />
    </>
  );
}

function Stock({ play }: { readonly play: Play }) {
  const { stones, won, ring } = play.view.value;
  const lying = ring.flatMap((slot) => slot.stones);
  return (
    <section class="stock" aria-labelledby="stock-title">
      <h2 id="stock-title">{t("stock")}</h2>
      <Players
        table={play.table}
        seats={stones.length}
        names={t("stock.name")}
        heads={[t("stock.front"), t("stock.ring"), t("stock.safes")]}
        line={(seat) => (
          <>
            <td>
              <b>{stones[seat]}</b>
            </td>
            <td>{lying.filter((owner) => owner === seat).length}</td>
            <td class="stock-safes">
              <span class="unseen">{won[seat]?.length ?? 0}</span>
              {won[seat]?.map((safe, at) => <SafeChip key={at} letter={safe.letter} />)}
              {won[seat]?.length === 0 && <span aria-hidden="true">0</span>}
            </td>
          </>
        )}
      />
    </section>
  );
}

function Used({ play, recall }: Props) {
  const [sought, setSought] = useState("");
  const said = saidIn(play.story.value);
  const used = play.view.value.used
    .filter((word) => word.includes(letters(sought)))
    .flatMap((word) => said.find((event) => event.word === word) ?? [])
    .reverse();
  const over = play.view.value.phase.type === "over";
  const none = play.view.value.used.length === 0;
  return (
    <section class="used" aria-labelledby="used-title">
      <h2 id="used-title">{t("used")}</h2>
      {!none && play.table.guided.value === null && (
        <button type="button" class="plain" data-testid="meanings" onClick={() => openWords(null)}>
          <Icon name="book" />
          {t("meanings")}
        </button>
      )}
      {none ? (
        <p class="note">{t("used.none")}</p>
      ) : (
        <>
          <Search label={t("used.search")} value={sought} onSearch={setSought} lang="en" />
          <p class="note">{t(over ? "used.tap.over" : "used.tap")}</p>
          <ul class="used-words" data-testid="used-words" data-stops>
            {used.map((one) => (
              <li key={one.word}>
                <button type="button" onClick={() => (over ? openWords(one.word) : recall(one))}>
                  <span lang="en">{one.word}</span>
                  <span class="unseen">{nameAt(play.table, one.seat)}</span>
                  <Token seat={one.seat} />
                </button>
              </li>
            ))}
            {used.length === 0 && <li class="note">{t("used.missing")}</li>}
          </ul>
        </>
      )}
    </section>
  );
}
