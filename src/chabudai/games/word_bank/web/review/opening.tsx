/** The review below the result; it is fetched, and worked out by the server, when it is opened. */
import { useSignal } from "@preact/signals";
import { Fetched } from "@shell/kit/fetched";
import { withMoreStyle } from "@shell/stylesheet";
import sheet from "./review.css";
import type { Play } from "../table";
import { t } from "../words";

const load = async () => (await withMoreStyle(sheet, import("./review"))).Review;

export function LookBack({ play }: { readonly play: Play }) {
  const open = useSignal(false);
  return (
    <details class="look-back" data-testid="look-back" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>{t("review")}</summary>
      {open.value && <Fetched load={load} props={{ play }} />}
    </details>
  );
}
