/** The keys of a table and their effects. */
import type { GameScreen } from "../state/game_screen";
import { askingKeys } from "./answers";

export function Shortcuts({ screen }: { readonly screen: GameScreen }) {
  return (
    <dl class="key-list">
      {[...screen.shortcuts(), ...askingKeys(screen)].map(([key, does]) => (
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
