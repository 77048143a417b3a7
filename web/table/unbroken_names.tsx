/** A sentence without line breaks inside names. */
import type { ComponentChild } from "preact";
import type { Table } from "../state/table";

/** Characters between which a line may break. A browser cannot tell that an unknown name is one phrase. */
const BREAKABLE = /[\u3040-\u9fff]/;

export function Kept({ table, text }: { readonly table: Table; readonly text: string }) {
  const names = table.chairs.value.map(({ name }) => name).filter((name) => BREAKABLE.test(name));
  let parts: ComponentChild[] = [text];
  // One name may be part of another.
  for (const name of names.sort((one, other) => other.length - one.length))
    parts = parts.flatMap((part) => (typeof part === "string" ? around(part, name) : [part]));
  return <>{parts}</>;
}

function around(text: string, name: string): ComponentChild[] {
  return text.split(name).flatMap((part, at) => (at === 0 ? [part] : [<span class="kept">{name}</span>, part]));
}
