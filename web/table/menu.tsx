/** The menu: language, theme, motion, sound, the bots' pace, keys, leave. */
import type { Signal } from "@preact/signals";
import { say } from "./advice/words";
import { lang, chooseLanguage, t, type Lang } from "../i18n/language";
import { Icon } from "../ui/icons";
import { Pills } from "../ui/pills";
import { t as meanings } from "./meaning/words";
import type { GameScreen } from "../state/game_screen";
import { go } from "../state/routes";
import { letterKeys, motion, sound, theme, touch } from "../state/settings";
import type { Table } from "../state/table";
import { close, openWords, sheet } from "../ui/open_sheet";
import { Shortcuts } from "./shortcuts";
import { say as words, type Word } from "./words";

interface Props {
  readonly table: Table;
  readonly screen: GameScreen;
}

export function Menu({ table, screen }: Props) {
  const host = table.hello.value?.host === true;
  const playing = table.lobby.value?.status === "playing";
  const seat = table.seat.value;
  const others = table.chairs.value.some((chair, at) => chair.kind === "guest" && at !== seat);
  const bots = table.chairs.value.some((chair) => chair.level !== null);
  return (
    <div class="menu">
      {table.guided.value === null && <People />}
      {playing && seat !== null && table.lobby.value?.advice !== "none" && table.guided.value === null && (
        <button type="button" data-testid="to-advice" onClick={() => (sheet.value = { kind: "help" })}>
          <Icon name="help" />
          {say("advice")}
        </button>
      )}
      {screen.words && table.guided.value === null && (
        <button type="button" data-testid="words" onClick={() => openWords(null)}>
          <Icon name="book" />
          {meanings("words")}
        </button>
      )}
      <Pills<Lang>
        legend={t("language")}
        pills={[
          { value: "ja", label: "日本語" },
          { value: "en", label: "English" },
        ]}
        value={lang.value}
        onPick={chooseLanguage}
      />
      {screen.Settings && <screen.Settings table={table} />}
      <Setting legend="theme" setting={theme} values={["system", "light", "dark"]} />
      <Setting legend="motion" setting={motion} values={["system", "less"]} />
      <Setting legend="sound" setting={sound} values={["off", "on"]} />
      {"vibrate" in navigator && <Setting legend="touch" setting={touch} values={["on", "off"]} />}
      <Setting legend="letters" setting={letterKeys} values={["on", "off"]} />
      {host && bots && (
        <Pills
          legend={words("pace")}
          pills={[
            { value: false, label: words("pace.calm") },
            { value: true, label: words("pace.fast") },
          ]}
          value={table.lobby.value?.hasten === true}
          onPick={(hasten) => table.send({ type: "hasten", hasten })}
        />
      )}
      <details class="shortcuts">
        <summary>{words("shortcuts")}</summary>
        <Shortcuts screen={screen} />
      </details>
      <button
        type="button"
        data-testid="leave"
        onClick={() => {
          close();
          if (playing && seat !== null && others) sheet.value = { kind: "leave" };
          else go("/");
        }}
      >
        <Icon name="back" />
        {t("leave")}
      </button>
      <p class="note">{words("leave.note")}</p>
    </div>
  );
}

/** The players, and ways to invite others. A guide has neither. */
function People() {
  return (
    <>
      <button type="button" data-testid="invite" onClick={() => (sheet.value = { kind: "invite" })}>
        <Icon name="share" />
        {t("invite")}
      </button>
      <button type="button" data-testid="seating" onClick={() => (sheet.value = { kind: "seating" })}>
        <Icon name="people" />
        {t("seating")}
      </button>
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
      value={setting.value}
      onPick={(value) => (setting.value = value)}
    />
  );
}
