/** The keys of a table, and what each does. */
import type { Room } from "../room";
import { askingKeys } from "./answers";

export function Shortcuts({ room }: { readonly room: Room }) {
  return (
    <dl class="key-list">
      {[...room.shortcuts(), ...askingKeys(room)].map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
