/** The dictionary, which is open except during one's own turn. */
import { useSignalEffect } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { announce } from "@shell/ui/announcements";
import { openRule } from "@shell/ui/open_sheet";
import { Icon } from "@shell/ui/icons";
import { t as shell } from "@shell/i18n/language";
import type { Play } from "./table";
import type { Found, Why } from "./types.gen";
import { t, translate } from "./words";

/** An arbitrary word for checking whether the dictionary is open. */
const ANY = "chabudai";

export function Lookup({ play }: { readonly play: Play }) {
  const [locked, setLocked] = useState<Why | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useSignalEffect(() => {
    void play.view.value;
    void play.ask({ type: "lookup", word: ANY }, "found").then((answer) => setLocked(answer?.against ?? null));
  });
  if (locked !== null) {
    return (
      <div class="locked" data-testid="lookup-locked">
        <Icon name="lock" />
        <p>{translate(locked.text, locked.facts)}</p>
        <button type="button" class="rule-link" onClick={() => openRule(locked.rule)}>
          {shell("rule", { id: locked.rule })}
        </button>
      </div>
    );
  }
  const look = (event: SubmitEvent): void => {
    event.preventDefault();
    const word = field.current?.value.trim() ?? "";
    if (word === "") return;
    void play.ask({ type: "lookup", word }, "found").then((answer) => {
      setFound(answer);
      if (answer !== null) announce("now", said(answer));
    });
  };
  return (
    <form class="lookup" onSubmit={look}>
      <label class="search">
        <Icon name="search" />
        <span class="unseen">{t("lookup.word")}</span>
        <input
          ref={field}
          data-testid="lookup-word"
          lang="en"
          type="search"
          maxLength={40}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={t("lookup.word")}
          onInput={() => setFound(null)}
        />
      </label>
      <button type="submit" data-testid="lookup-go">
        {t("lookup.go")}
      </button>
      {found !== null && (
        <p class={found.allowed ? "found" : "found missing"} data-testid="lookup-answer">
          <Icon name={found.allowed ? "check" : "close"} />
          {said(found)}
        </p>
      )}
    </form>
  );
}

function said({ word, allowed, against }: Found): string {
  if (against !== null) return translate(against.text, against.facts);
  return t(allowed ? "lookup.yes" : "lookup.no", { word });
}
