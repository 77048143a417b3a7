/** Links to a game's guides, if it has any. An unfinished guide is continued. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { offers } from "../../net/api";
import { Link } from "../../ui/link";
import { lang } from "../../i18n/language";
import type { Offer } from "../../net/types.gen";
import { t } from "./words";

interface Props {
  readonly game: string;
  /** The CSS class of the links. */
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
      {all.map(([name, title]) => (
        <Link key={name} to={`/learn/${game}/${name}`} look={look} testid={`guide-${name}`}>
          {all.length === 1 ? t("learn") : t("learn.which", { title: title[lang.value] ?? "" })}
        </Link>
      ))}
    </>
  );
}
