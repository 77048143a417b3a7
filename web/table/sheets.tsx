/** The sheet over a table. Only one is open at a time. */
import { t } from "../i18n/language";
import { LazyPart } from "../ui/lazy_part";
import { close, loaderOf, sheet, type AtTable } from "../ui/open_sheet";
import { Sheet } from "../ui/sheet";
import { Log } from "./log";

export function Sheets({ table, screen, sitting }: AtTable) {
  const open = sheet.value;
  if (open === null || open.kind === "settings") return null;
  if (open.kind === "log")
    return (
      <Sheet name="log" title={t("log")} onClose={close}>
        {sitting && <sitting.Side />}
        <Log table={table} screen={screen} recall={sitting?.recall} />
      </Sheet>
    );
  const part = <LazyPart key={JSON.stringify(open)} load={loaderOf(open.kind)} props={{ table, screen, sitting, ...open }} />;
  // These sheets set their titles themselves.
  if (open.kind === "words" || open.kind === "naming" || open.kind === "talk") return part;
  return (
    <Sheet key={open.kind} name={open.kind} title={t(open.kind)} onClose={close}>
      {part}
    </Sheet>
  );
}
