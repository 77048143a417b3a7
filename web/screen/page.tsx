/** The page of a big screen. With a code in its address, it is the host's page for pairing that screen. */
import { useEffect } from "preact/hooks";
import { fragment } from "../state/routes";
import { Pairing } from "./pairing";
import { Television } from "./television";

export function ScreenPage({ root }: { readonly root: HTMLElement }) {
  useEffect(() => void (root.dataset["ready"] = "true"), [root]);
  const code = /^#(\d{6})$/.exec(fragment.value)?.[1];
  return code === undefined ? <Television /> : <Pairing key={code} code={code} />;
}
