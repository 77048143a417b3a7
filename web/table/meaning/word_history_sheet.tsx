/** The word history, over the front page. */
import style from "../../css/meaning.css";
import { Sheet } from "../../ui/sheet";
import { withMoreStyle } from "../../platform/stylesheets";
import { DiaryPage } from "./word_history_page";
import { t } from "./words";

/** Loader for `LazyPart`. */
export const load = () => withMoreStyle(style, Promise.resolve(DiarySheet));

function DiarySheet({ close }: { readonly close: () => void }) {
  return (
    <Sheet name="diary" title={t("diary")} onClose={close}>
      <DiaryPage />
    </Sheet>
  );
}
