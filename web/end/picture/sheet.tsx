/** A step of a finished game as a picture, or its end as an animation, to view, save, copy and share. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Failure } from "../../net/api";
import { useCopying } from "../../ui/clipboard";
import { saveFile } from "../../platform/save_file";
import { PREFIX } from "../../platform/site";
import { Icon, type IconName } from "../../ui/icons";
import { Sheet } from "../../ui/sheet";
import { still } from "../../state/settings";
import type { Table } from "../../state/table";
import { asGif, asPng, fetchPicture, pictureAddress, plain, titleOf } from "./drawing";
import { t } from "./words";

export interface PictureProps {
  readonly table: Table;
  /** Null means the end, as an animation. */
  readonly step: number | null;
  readonly seat: number | null;
  readonly onClose: () => void;
}

export function PictureSheet({ table, step, seat, onClose }: PictureProps) {
  const address = pictureAddress(table.id, step, seat);
  const svg = useSignal<string | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    fetchPicture(address).then(
      (text) => (svg.value = text),
      (failure: unknown) => {
        if (!(failure instanceof Failure)) throw failure;
        failed.value = true;
      },
    );
  }, [address]);
  const film = step === null;
  return (
    <Sheet name="picture" title={t(film ? "end" : "step")} onClose={onClose}>
      {svg.value === null ? (
        <p class="note" role="status">
          {t(failed.value ? "failed" : "awaited")}
        </p>
      ) : (
        <Shown svg={svg.value} film={film} address={address} name={`chabudai-${film ? "end" : step}`} />
      )}
    </Sheet>
  );
}

interface ShownProps {
  readonly svg: string;
  readonly film: boolean;
  readonly address: string;
  /** The name of the saved file, without its extension. */
  readonly name: string;
}

function Shown({ svg, film, address, name }: ShownProps) {
  const label = useMemo(() => titleOf(svg), [svg]);
  const source = useSignal<string | null>(null);
  const files = useRef<Promise<File> | null>(null);
  const file = (): Promise<File> => (files.current ??= film ? gifFile(svg, name) : pngFile(svg, name));
  useEffect(() => {
    const show = (blob: Blob): void => void (source.value = URL.createObjectURL(blob));
    if (film && !still.value) void file().then(show);
    else show(new Blob([plain(svg)], { type: "image/svg+xml" }));
    return () => URL.revokeObjectURL(source.peek() ?? "");
  }, []);
  const putPicture = async (): Promise<void> => navigator.clipboard.write([new ClipboardItem({ "image/png": file() })]);
  const [picture, copyPicture] = useCopying(svg, t("copied"), putPicture);
  const [code, copyCode] = useCopying(svg, t("embed.copied"));
  return (
    <>
      {source.value === null ? (
        <p class="note" role="status">
          {t("awaited")}
        </p>
      ) : (
        <img class="game-picture" src={source.value} alt={label} data-testid="game-picture" />
      )}
      <p class="note">{t("note")}</p>
      <div class="picture-ways">
        <a class="button" href={PREFIX + address} download={`${name}.svg`} data-testid="picture-svg">
          <Icon name="save" />
          {t("save")}
        </a>
        {film && (
          <Way name="gif" icon="save" onClick={async () => saveFile(await file())}>
            {t("gif")}
          </Way>
        )}
        {canShare(film) && (
          <Way name="share" icon="share" onClick={async () => share(await file())}>
            {t("share")}
          </Way>
        )}
        {!film && isSecureContext && "ClipboardItem" in window && (
          <Way name="copy" icon={picture === "copied" ? "check" : "copy"} onClick={copyPicture}>
            {t(picture === "copied" ? "copied" : "copy")}
          </Way>
        )}
        {isSecureContext && (
          <Way name="embed" icon={code === "copied" ? "check" : "copy"} onClick={copyCode}>
            {t(code === "copied" ? "embed.copied" : "embed")}
          </Way>
        )}
      </div>
      {(picture === "refused" || code === "refused") && (
        <p class="note" role="status" data-testid="picture-refused">
          {t("refused")}
        </p>
      )}
    </>
  );
}

const gifFile = async (svg: string, name: string): Promise<File> => new File([await asGif(svg)], `${name}.gif`, { type: "image/gif" });
const pngFile = async (svg: string, name: string): Promise<File> => new File([await asPng(svg)], `${name}.png`, { type: "image/png" });

interface WayProps {
  readonly name: string;
  readonly icon: IconName;
  readonly onClick: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** A button that saves, copies or shares the picture. A slow action is not started twice. */
function Way({ name, icon, onClick, children }: WayProps) {
  const busy = useSignal(false);
  const press = async (): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await onClick();
    } finally {
      busy.value = false;
    }
  };
  return (
    <button type="button" aria-busy={busy.value} data-testid={`picture-${name}`} onClick={() => void press()}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

/** Return whether this device can share files of this kind. */
function canShare(film: boolean): boolean {
  const type = film ? "image/gif" : "image/png";
  return "canShare" in navigator && navigator.canShare({ files: [new File([], "a", { type })] });
}

/** The promise is rejected if the reader cancels. */
const share = (file: File): Promise<void> => navigator.share({ files: [file] }).catch(() => undefined);
