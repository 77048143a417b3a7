/** A part of the page that is fetched when it is first opened. */
import { useSignal } from "@preact/signals";
import { h, type ComponentChild, type FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../language";

interface Props<P> {
  readonly load: () => Promise<(props: P) => ComponentChild>;
  readonly props: P;
}

/** Its key keeps one part from being drawn with what another is given. */
export function Fetched<P>({ load, props }: Props<P>) {
  const draw = useSignal<((props: P) => ComponentChild) | null>(null);
  useEffect(() => void load().then((loaded) => (draw.value = loaded)), [load]);
  if (draw.value === null) return <p class="note">{t("loading")}</p>;
  return h(draw.value as FunctionComponent, props as object);
}
