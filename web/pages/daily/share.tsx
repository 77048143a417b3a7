/** A button that shares a result through the device's share sheet, or copies it. */
import { useCopying } from "../../ui/clipboard";
import { Icon } from "../../ui/icons";
import { t } from "../words";

interface Props {
  /** Distinguishes the `data-testid`s. */
  readonly name: string;
  readonly text: string;
  /** The button's class. */
  readonly look?: string;
  /** Draws a picture to share with the text. */
  readonly draw?: () => Promise<File | null>;
}

export function Share({ name, text, look = "primary", draw }: Props) {
  const [copied, copy] = useCopying(text, t("result.copied"));
  const share = async (): Promise<void> => {
    const file = (await draw?.()) ?? null;
    const passed = { text, ...(file && { files: [file] }) };
    if ("canShare" in navigator && navigator.canShare(passed)) {
      // The promise is rejected if the reader cancels.
      await navigator.share(passed).catch(() => undefined);
      return;
    }
    await copy();
  };
  return (
    <>
      <button type="button" class={look} data-testid={`${name}-share`} onClick={() => void share()}>
        <Icon name={copied === "copied" ? "check" : "share"} />
        {t(copied === "copied" ? "result.copied" : "result.share")}
      </button>
      {copied === "refused" && (
        <textarea class="to-copy" readOnly rows={text.split("\n").length} aria-label={t("result.share")} data-testid={`${name}-text`}>
          {text}
        </textarea>
      )}
    </>
  );
}
