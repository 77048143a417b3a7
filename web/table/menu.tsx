/** The menu: players, advice, preferences, the bots' pace, keys, leave. */
import { t } from "../i18n/language";
import { Icon } from "../ui/icons";
import { Pills } from "../ui/pills";
import { t as meanings } from "./meaning/words";
import { go, partyPath } from "../state/routes";
import { isAlone } from "../state/second_screen";
import { close, openRule, openWords, sheet, type AtTable } from "../ui/open_sheet";
import { SecondScreen } from "./second_screen/switch";
import { Nudges } from "./seating/nudges";
import { Talking } from "./talk/talking";
import { Preferences } from "./preferences";
import { Shortcuts } from "./shortcuts";
import { say as words } from "./words";

export function Menu({ table, screen, sitting }: AtTable) {
  const host = table.hello.value?.host === true;
  const playing = table.lobby.value?.status === "playing";
  const seat = table.reader.value;
  const others = table.chairs.value.some((chair, at) => chair.kind === "guest" && at !== seat);
  const party = table.lobby.value?.party ?? null;
  const bots = table.chairs.value.some((chair) => chair.level !== null);
  return (
    <div class="menu">
      {table.guided.value === null && <People />}
      {party !== null && (
        <button type="button" data-testid="to-party" onClick={() => go(partyPath(party))}>
          <Icon name="crown" />
          {words("tonight")}
        </button>
      )}
      {playing && seat !== null && table.lobby.value?.advice !== "none" && table.guided.value === null && (
        <button type="button" data-testid="to-advice" onClick={() => (sheet.value = { kind: "help" })}>
          <Icon name="help" />
          {t("help")}
        </button>
      )}
      {isAlone(table) && <Elsewhere rule={sitting?.rule.value ?? null} />}
      {screen.words && table.guided.value === null && (
        <button type="button" data-testid="words" onClick={() => openWords(null)}>
          <Icon name="book" />
          {meanings("words")}
        </button>
      )}
      <Preferences>
        <SecondScreen table={table} />
        {screen.Settings && <screen.Settings table={table} />}
      </Preferences>
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
      {host && playing && <Nudges table={table} />}
      {host && table.guided.value === null && <Talking table={table} />}
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
      {seat !== null && <p class="note">{words("leave.note")}</p>}
    </div>
  );
}

/** The rules and the log. Next to a big screen, the header has no room for them. */
function Elsewhere({ rule }: { readonly rule: string | null }) {
  return (
    <>
      <button type="button" data-testid="to-rules" onClick={() => openRule(rule)}>
        <Icon name="help" />
        {t("rules.now")}
      </button>
      <button type="button" data-testid="to-log" onClick={() => (sheet.value = { kind: "log" })}>
        <Icon name="log" />
        {t("log")}
      </button>
    </>
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
