/** The reader's settings: language, theme, motion, sound, keys. They apply to every page and table. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { lang, chooseLanguage, t, type Lang } from "../i18n/language";
import { place } from "../state/routes";
import { letterKeys, motion, sound, theme, touch } from "../state/settings";
import { Link } from "../ui/link";
import { Pills } from "../ui/pills";
import { say as words, type Word } from "./words";

interface Props {
  /** The settings of a game. */
  readonly children?: ComponentChildren;
}

export function Preferences({ children }: Props) {
  return (
    <>
      <Pills<Lang>
        legend={t("language")}
        pills={[
          { value: "ja", label: "日本語" },
          { value: "en", label: "English" },
        ]}
        value={lang.value}
        onPick={chooseLanguage}
      />
      {children}
      <Setting legend="theme" setting={theme} values={["system", "light", "dark"]} />
      <Setting legend="motion" setting={motion} values={["system", "less"]} />
      <Setting legend="sound" setting={sound} values={["off", "on"]} />
      {"vibrate" in navigator && <Setting legend="touch" setting={touch} values={["on", "off"]} />}
      <Setting legend="letters" setting={letterKeys} values={["on", "off"]} />
      {place.value.kind === "landing" && (
        <Link to="/screen" look="button" testid="to-screen">
          {words("screen")}
        </Link>
      )}
    </>
  );
}

type Legend = "theme" | "motion" | "sound" | "touch" | "letters";

function Setting<T extends string>(props: {
  readonly legend: Legend;
  readonly setting: Signal<T>;
  readonly values: readonly T[];
}) {
  const { legend, setting, values } = props;
  return (
    <Pills<T>
      legend={words(legend)}
      pills={values.map((value) => ({ value, label: words(`${legend}.${value}` as Word) }))}
      value={values.includes(setting.value) ? setting.value : (values[0] as T)}
      onPick={(value) => (setting.value = value)}
    />
  );
}
