/** The meanings of a word, in English and in Japanese, with their sources. */
import { Fragment } from "preact";
import { lang } from "../../i18n/language";
import type { Gloss, Meaning, Sense } from "../../net/types.gen";
import { t } from "./words";

interface Props {
  readonly word: string;
  readonly meanings: readonly Meaning[];
}

/** The reader's own language comes first. */
export function Meanings({ word, meanings }: Props) {
  if (meanings.length === 0) return <p>{t("meaning.none", { word })}</p>;
  return (
    <>
      {meanings.map((each) => (
        <div key={each.word} class="meaning">
          {each.word !== word && (
            <p class="meaning-of" lang="en">
              {each.word}
            </p>
          )}
          {lang.value === "ja" && <Glosses japanese={each.japanese} />}
          <Senses senses={each.senses} />
          {lang.value === "en" && <Glosses japanese={each.japanese} />}
        </div>
      ))}
    </>
  );
}

function Senses({ senses }: { readonly senses: readonly Sense[] }) {
  if (senses.length === 0) return null;
  return (
    <ol class="senses">
      {senses.map(({ part, definition }, at) => (
        <li key={at}>
          <small>{t(`part.${part}`)}</small> <span lang="en">{definition}</span>
        </li>
      ))}
    </ol>
  );
}

/** Japanese words with their readings above them. */
export function Glosses({ japanese }: { readonly japanese: readonly Gloss[] }) {
  if (japanese.length === 0) return null;
  return (
    <p class="glosses" lang="ja">
      {japanese.map(({ text, reading }, at) => (
        <Fragment key={at}>
          {at > 0 && "、"}
          {reading === "" ? (
            text
          ) : (
            <ruby>
              {text}
              <rp>（</rp>
              <rt>{reading}</rt>
              <rp>）</rp>
            </ruby>
          )}
        </Fragment>
      ))}
    </p>
  );
}

/** EDICT's licence requires this credit on each screen with its words. */
export const Credit = () => <p class="note credit">{t("credit")}</p>;
