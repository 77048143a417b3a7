/** A search field for a list. */
import { Icon } from "./icons";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (sought: string) => void;
  /** The language of the input, if it is not the reader's. */
  readonly lang?: string;
}

export function Search({ label, value, onSearch, lang }: Props) {
  return (
    <label class="search">
      <Icon name="search" />
      <span class="unseen">{label}</span>
      <input
        type="search"
        lang={lang}
        placeholder={label}
        value={value}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
    </label>
  );
}
