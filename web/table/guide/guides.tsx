/** Links to a game's guides, if it has any: the first one, and others by their titles. An unfinished guide is
 * continued. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { offers } from "../../net/api";
import { Link } from "../../ui/link";
import { lang } from "../../i18n/language";
import type { Offer } from "../../net/types.gen";
import { t } from "./words";

interface Props {
  readonly game: string;
  /** The CSS class of the first link. */
  readonly look: string;
}

export function Guides({ game, look }: Props) {
  const guides = useSignal<Offer["guides"]>({});
  useEffect(() => {
    offers().then(
      (all) => (guides.value = all.find(({ name }) => name === game)?.guides ?? {}),
      () => (guides.value = {}),
    );
  }, [game]);
  const all = Object.entries(guides.value);
  return (
    <>
      {all.map(([name, title], at) => (
        <Link key={name} to={`/learn/${game}/${name}`} look={at === 0 ? look : "other-guide"} testid={`guide-${name}`}>
          {at === 0 ? t("learn") : t("learn.other", { title: title[lang.value] ?? "" })}
        </Link>
      ))}
    </>
  );
}
