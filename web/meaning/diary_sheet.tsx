/** The words met, over the front page. */
import style from "../css/meaning.css";
import { Sheet } from "../kit/sheet";
import { withMoreStyle } from "../stylesheet";
import { DiaryPage } from "./diary_page";
import { t } from "./words";

/** For `Fetched`. */
export const load = () => withMoreStyle(style, Promise.resolve(DiarySheet));

function DiarySheet({ close }: { readonly close: () => void }) {
  return (
    <Sheet name="diary" title={t("diary")} onClose={close}>
      <DiaryPage />
    </Sheet>
  );
}
