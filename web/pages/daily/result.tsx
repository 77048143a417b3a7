/** The result of a daily deal: compared with par, in a sentence and as a picture, to share. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { screens } from "screens";
import { Failure } from "../../net/api";
import { useCopying } from "../../ui/clipboard";
import { Icon } from "../../ui/icons";
import { Link } from "../../ui/link";
import type { GameScreen } from "../../state/game_screen";
import type { Table } from "../../state/table";
import { reader } from "../../state/telling";
import type { Compared } from "../../net/types.gen";
import { comparedAt } from "../../net/daily";
import { keep, type GameRecord } from "../stats/records";
import { dayInFull, t } from "../words";
import { asPng, ResultPicture } from "./picture";

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
        keep({ ...record, deal: { day, against: found.against, marks: found.result.marks } });
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
      <Link to={`/daily/${day}`} look="button" testid="to-daily">
        {t("result.calendar")}
      </Link>
    </section>
  );
}

interface SharedProps extends Omit<Props, "record"> {
  readonly compared: Compared;
}

function Shared({ table, screen, day, compared: { result, par, against } }: SharedProps) {
  const picture = useRef<HTMLDivElement>(null);
  const say = reader(table, screen.translate);
  const title = screens[table.hello.value?.game ?? ""]?.card.text().title ?? screen.title;
  const [told, stands] = [say(result.told), t(`against.${against}` as "against.0")];
  const text = t("result.text", { day: dayInFull(day), game: title, told, against: stands });
  const whole = `${text}\n${location.origin}/daily/${day}`;
  const [copied, copy] = useCopying(whole, t("result.copied"));
  const label = t("result.picture", { day: dayInFull(day), game: title, against: stands, marks: result.marks.join(" ") });
  const drawn = async (): Promise<File | null> => {
    const svg = picture.current?.querySelector("svg");
    return svg ? new File([await asPng(svg)], `chabudai-${table.hello.value?.game}-${day}.png`, { type: "image/png" }) : null;
  };
  const share = async (): Promise<void> => {
    const file = await drawn();
    const passed = { text: whole, ...(file && { files: [file] }) };
    if ("canShare" in navigator && navigator.canShare(passed)) {
      // The promise is rejected if the reader cancels.
      await navigator.share(passed).catch(() => undefined);
      return;
    }
    await copy();
  };
  const save = async (): Promise<void> => {
    const file = await drawn();
    if (file === null) return;
    const way = document.createElement("a");
    way.href = URL.createObjectURL(file);
    way.download = file.name;
    way.click();
    URL.revokeObjectURL(way.href);
  };
  return (
    <>
      <p class="deal-told" data-testid="deal-told" data-against={against}>
        {told} <b>{stands}</b>
      </p>
      <p class="note">{t("result.par", { told: say(par.told) })}</p>
      <div ref={picture}>
        <ResultPicture title={title} day={dayInFull(day)} against={stands} told={told} marks={result.marks} label={label} />
      </div>
      <div class="deal-ways">
        <button type="button" data-testid="deal-share" onClick={() => void share()}>
          <Icon name={copied === "copied" ? "check" : "share"} />
          {t(copied === "copied" ? "result.copied" : "result.share")}
        </button>
        <button type="button" data-testid="deal-save" onClick={() => void save()}>
          <Icon name="save" />
          {t("result.save")}
        </button>
      </div>
      {copied === "refused" && (
        <p class="deal-ways">
          <textarea class="to-copy" readOnly rows={5} aria-label={t("result.share")} data-testid="deal-text">
            {whole}
          </textarea>
        </p>
      )}
    </>
  );
}
