/** A part of the page that is fetched when it is first opened. */
import { useSignal } from "@preact/signals";
import { h, type ComponentChild, type FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n/language";

interface Props<P> {
  readonly load: () => Promise<(props: P) => ComponentChild>;
  readonly props: P;
}

/** Return a function that shows the page's error message in place of the component, and throws again. */
export function useFailure(): (why: unknown) => never {
  const [failure, setFailure] = useState<unknown>(null);
  if (failure !== null) throw failure;
  return (why) => {
    setFailure(why);
    throw why;
  };
}

/** A part with its props. The key prevents one part from being drawn with the props of another. Without a network, a
 * sentence takes its place. */
export function LazyPart<P>({ load, props }: Props<P>) {
  const draw = useSignal<((props: P) => ComponentChild) | null>(null);
  const fail = useFailure();
  useEffect(() => void load().then(
    (loaded) => (draw.value = loaded),
    (why: unknown) => (navigator.onLine ? fail(why) : (draw.value = () => t("offline"))),
  ), [load]);
  if (!draw.value) return <p class="note">{t("loading")}</p>;
  return h(draw.value as FunctionComponent, props as object);
}
