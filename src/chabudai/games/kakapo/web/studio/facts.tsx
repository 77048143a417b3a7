/** A mission's title and mode, and the birds that must be scanned. */
import { Pills } from "@shell/ui/pills";
import { lang } from "@shell/i18n/language";
import type { Drawing } from "./drawing";
import { ALL, entitled, isMarked, LONGEST_TITLE, marked, required } from "./sketch";
import { letterOf, t } from "./words";

export function Facts({ drawing }: { readonly drawing: Drawing }) {
  const { birds, change } = drawing;
  const sketch = drawing.sketch.value;
  const count = birds.value.length;
  const scanned = required(sketch, birds.value);
  return (
    <div class="studio-facts panel">
      <label class="studio-title">
        <span>{t("studio.title")}</span>
        <input
          value={sketch.title[lang.value]}
          maxLength={LONGEST_TITLE}
          data-testid="studio-title"
          placeholder={t("studio.untitled")}
          autocomplete="off"
          onInput={(event) => change(entitled(sketch, lang.value, event.currentTarget.value), "title")}
        />
      </label>
      <Pills
        legend={t("studio.mode")}
        pills={[
          { value: "buddy", label: t("studio.buddy") },
          { value: "party", label: t("studio.party") },
        ]}
        value={sketch.mode}
        onPick={(mode) => change({ ...sketch, mode })}
      />
      {count > 1 && (
        <Pills
          legend={t("studio.required")}
          pills={birds.value.map((_, at) => ({ value: at + 1, label: at + 1 === count ? t("studio.all", { n: count }) : String(at + 1) }))}
          value={scanned}
          onPick={(wanted) => change({ ...sketch, wanted: wanted === count ? ALL : wanted })}
        />
      )}
      {count > scanned && <Must drawing={drawing} />}
    </div>
  );
}

/** KK-A15: the birds that must be scanned, if not all are required. */
function Must({ drawing: { birds, sketch, change } }: { readonly drawing: Drawing }) {
  return (
    <fieldset class="pills" data-testid="studio-must">
      <legend>{t("studio.must")}</legend>
      <div class="pill-row">
        {birds.value.map((bird, at) => (
          <label key={at} class="pill">
            <input
              type="checkbox"
              aria-label={t("studio.bird", { letter: letterOf(at) })}
              checked={isMarked(sketch.value, bird)}
              onChange={(event) => change(marked(sketch.value, bird, event.currentTarget.checked))}
            />
            <span>{isMarked(sketch.value, bird) ? `${letterOf(at)}!` : letterOf(at)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
