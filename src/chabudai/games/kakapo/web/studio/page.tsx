/** The mission studio: the page for drawing, checking and playing missions. */
import { useEffect, useMemo } from "preact/hooks";
import { Rules } from "@shell/table/rulebook";
import { sheet } from "@shell/ui/open_sheet";
import { Sheet } from "@shell/ui/sheet";
import { Languages } from "@shell/ui/language_choice";
import { HomeLink } from "@shell/ui/logo";
import { t as shell } from "@shell/i18n/language";
import { addPatterns } from "../suits";
import { t as table } from "../words";
import { Brushes, Steps } from "./brushes";
import { openDrawing } from "./drawing";
import { Easel } from "./easel";
import { Facts } from "./facts";
import { openFiles } from "./files";
import { Keep } from "./drawing_export";
import { FileNotice, Outcome } from "./outcome";
import { PlayIt } from "./play";
import { t } from "./words";

export function Studio() {
  const drawing = useMemo(openDrawing, []);
  const files = useMemo(() => openFiles(drawing), [drawing]);
  useEffect(() => drawing.stop, [drawing]);
  useEffect(() => files.listen(), [files]);
  addPatterns();
  document.title = `${t("studio")} · ${shell("name")}`;
  return (
    <div class={files.over.value ? "studio dropping" : "studio"} data-testid="studio" translate={false}>
      <header class="masthead">
        <HomeLink />
        <h1>{t("studio")}</h1>
        <Languages />
      </header>
      <main class={drawing.birds.value.length > 0 ? "drawn" : ""}>
        <section class="studio-board" aria-label={table("board")}>
          <div class="studio-tools">
            <Brushes drawing={drawing} />
            <Steps drawing={drawing} files={files} />
          </div>
          <Easel drawing={drawing} />
        </section>
        <p class="studio-how note">
          {t("studio.how")} <span class="studio-keys">{t("studio.keys")}</span>
        </p>
        <section class="studio-side" aria-label={t("studio.side")}>
          <FileNotice files={files} />
          <Outcome drawing={drawing} />
          <PlayIt drawing={drawing} />
          <Facts drawing={drawing} />
          <Keep drawing={drawing} />
        </section>
      </main>
      <Rulebook />
      {files.over.value && (
        <p class="drop-here" aria-hidden="true">
          <span>{t("file.drop")}</span>
        </p>
      )}
    </div>
  );
}

/** The rulebook, after a tap on a flaw's rule. */
function Rulebook() {
  const open = sheet.value;
  if (open?.kind !== "rules") return null;
  return (
    <Sheet name="rules" title={shell("rules")} onClose={() => (sheet.value = null)}>
      <Rules game="kakapo" rule={open.rule} />
    </Sheet>
  );
}
