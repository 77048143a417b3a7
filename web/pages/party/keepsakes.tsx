/** Tonight's score to share as a sentence or a picture, and the list of games as a file. */
import { render } from "preact";
import { wallTime } from "../../platform/clock";
import { saveFile } from "../../platform/save_file";
import { SITE } from "../../platform/site";
import { Icon } from "../../ui/icons";
import type { Party } from "../../net/types.gen";
import { asPng } from "../daily/picture";
import { Share } from "../daily/share";
import { t as pages } from "../words";
import { ScorePicture } from "./picture";
import { asText, sentenceOf } from "./score";
import { t } from "./words";

interface Props {
  readonly party: Party;
  readonly title: string;
}

export function Keepsakes({ party, title }: Props) {
  const draw = async (): Promise<File> => {
    const place = document.createElement("div");
    render(<ScorePicture party={party} title={title} />, place);
    const drawn = place.querySelector("svg");
    if (drawn === null) throw new Error("no picture");
    return new File([await asPng(drawn)], "chabudai-tonight.png", { type: "image/png" });
  };
  const list = (): File => new File([asText(party, title, wallTime())], "chabudai-party.txt", { type: "text/plain" });
  return (
    <>
      <h2 id="party-keep">{t("share")}</h2>
      <div class="deal-ways">
        <Share name="tonight" look="" text={`${sentenceOf(party)}\n${SITE}`} draw={draw} />
        <button type="button" data-testid="tonight-save" onClick={() => void draw().then(saveFile)}>
          <Icon name="save" />
          {pages("result.save")}
        </button>
        <button type="button" data-testid="tonight-list" onClick={() => saveFile(list())}>
          <Icon name="sheet" />
          {t("text")}
        </button>
      </div>
    </>
  );
}
