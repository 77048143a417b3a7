/** The result of a daily deal: compared with par, in a sentence and as a picture, to share. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { screens } from "screens";
import { lang } from "../../i18n/language";
import { Failure } from "../../net/api";
import { Icon } from "../../ui/icons";
import { saveFile } from "../../platform/save_file";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import type { Compared } from "../../net/types.gen";
import { comparedAt } from "../../net/daily";
import { keep, type GameRecord } from "../stats/records";
import { dayInFull, t } from "../words";
import { inWords } from "./deal_tile";
import { asPng, ResultPicture } from "./picture";
import { Share } from "./share";
import { sharedText } from "./signs";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
  readonly day: string;
  /** The stored game, without the result of the deal. */
  readonly record: GameRecord;
}

export function DealResult({ table, screen, day, record }: Props) {
  const compared = useSignal<Compared | "awaited" | "failed">("awaited");
  useEffect(() => {
    comparedAt(table.id).then(
      (found) => {
        compared.value = found;
        keep({ ...record, deal: { day, against: found.against, marks: found.result.marks, told: found.told } });
      },
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        compared.value = "failed";
      },
    );
  }, [table]);
  return (
    <section class="deal-result" aria-labelledby="deal-result" data-testid="deal-result">
      <h2 id="deal-result">{t("result", { day: dayInFull(day) })}</h2>
      {typeof compared.value === "string" ? (
        <p class="note" role="status">
          {t(`result.${compared.value}`)}
        </p>
      ) : (
        <Shared table={table} screen={screen} day={day} compared={compared.value} />
      )}
    </section>
  );
}

interface SharedProps extends Omit<Props, "record"> {
  readonly compared: Compared;
}

function Shared({ table, screen, day, compared: { result, against, told } }: SharedProps) {
  const picture = useRef<HTMLDivElement>(null);
  const game = table.hello.value?.game ?? "";
  const title = screens[game]?.card.text().title ?? screen.title;
  const deal = { day, against, marks: result.marks, told };
  const stands = against < 0 ? "" : t(`against.${against}` as "against.0");
  const label = t("result.picture", { day: dayInFull(day), game: title, told: inWords(deal), marks: result.marks.join(" ") });
  const draw = async (): Promise<File | null> => {
    const svg = picture.current?.querySelector("svg");
    return svg ? new File([await asPng(svg)], `chabudai-${game}-${day}.png`, { type: "image/png" }) : null;
  };
  const save = async (): Promise<void> => {
    const file = await draw();
    if (file !== null) saveFile(file);
  };
  return (
    <>
      <p class="deal-told" data-testid="deal-told" data-against={against}>
        {told[lang.value]} <b>{stands}</b>
      </p>
      <div ref={picture}>
        <ResultPicture title={title} day={dayInFull(day)} against={stands} told={told[lang.value] ?? ""} marks={result.marks} label={label} />
      </div>
      <div class="deal-ways">
        <Share name="deal" text={sharedText(day, [[title, deal]])} draw={draw} />
        <button type="button" data-testid="deal-save" onClick={() => void save()}>
          <Icon name="save" />
          {t("result.save")}
        </button>
      </div>
    </>
  );
}
