/** Shown while the server cannot be reached: the rulebooks that are stored in this browser. */
import { useEffect, useState } from "preact/hooks";
import { screens } from "screens";
import { rulesPath } from "../net/rulebook";
import { lang } from "../i18n/language";
import { keptOf } from "../platform/service_worker";
import { PREFIX } from "../platform/site";
import { Icon } from "../ui/icons";
import { Message } from "../ui/message";
import { t } from "./words";

/** Links to the rulebooks in the reader's language that are stored in this browser. */
export function KeptRules() {
  const [kept, setKept] = useState<readonly string[]>([]);
  const language = lang.value;
  const pathOf = (game: string): string => rulesPath(game, language);
  useEffect(() => void keptOf(Object.keys(screens).map(pathOf)).then(setKept), [language]);
  if (kept.length === 0) return null;
  return (
    <div class="kept-rules" data-testid="kept-rules">
      <p>{t("offline.kept")}</p>
      <ul>
        {Object.entries(screens).map(
          ([game, screen]) =>
            kept.includes(pathOf(game)) && (
              <li key={game}>
                <a class="button" href={PREFIX + pathOf(game)}>
                  <Icon name="book" />
                  <span lang="en">{screen?.card.text().title}</span>
                </a>
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** The page of a rulebook that is not stored in this browser. */
export function Unkept() {
  return (
    <Message title={t("offline")} text={t("offline.unkept")} reload>
      <KeptRules />
    </Message>
  );
}
