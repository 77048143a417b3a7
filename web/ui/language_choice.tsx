/** The two languages as buttons, each in its own language. */
import { lang, chooseLanguage, t, type Lang } from "../i18n/language";

const NAMES: readonly (readonly [Lang, string])[] = [
  ["ja", "日本語"],
  ["en", "English"],
];

export function Languages() {
  return (
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
  );
}
