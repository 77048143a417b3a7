/** The two languages as buttons, each in its own language, and a button for the other settings. */
import { lang, chooseLanguage, t, type Lang } from "../i18n/language";
import { Icon } from "./icons";
import { sheet } from "./open_sheet";

const NAMES: readonly (readonly [Lang, string])[] = [
  ["ja", "日本語"],
  ["en", "English"],
];

export function Languages() {
  return (
    <>
      <div class="languages" role="group" aria-label={t("language")}>
        {NAMES.map(([code, name]) => (
          <button
            key={code}
            type="button"
            lang={code}
            class="plain"
            aria-pressed={lang.value === code}
            data-testid={`lang-${code}`}
            onClick={() => chooseLanguage(code)}
          >
            {name}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="plain"
        aria-label={t("settings")}
        aria-haspopup="dialog"
        data-testid="settings"
        onClick={() => (sheet.value = { kind: "settings" })}
      >
        <Icon name="settings" />
      </button>
    </>
  );
}
