/** A text where the words of a game can be tapped for their meanings. */
import { openWords } from "../../ui/open_sheet";

interface Props {
  readonly text: string;
  /** The words in capitals, as in the text. */
  readonly words: ReadonlySet<string>;
}

export function WithWords({ text, words }: Props) {
  return (
    <>
      {text.split(/([A-Z]{2,})/).map((part, at) =>
        words.has(part) ? (
          <button key={at} type="button" class="in-text meant" lang="en" onClick={() => openWords(part)}>
            {part}
          </button>
        ) : (
          part
        ),
      )}
    </>
  );
}
