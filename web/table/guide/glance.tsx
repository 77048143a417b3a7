/** A game in 30 seconds: a few lines, each with a picture drawn by the game's screen. */
import type { ComponentType } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Glance as Lines } from "../../net/rulebook";

interface Props {
  readonly game: string;
  readonly glance: Lines;
}

export function Glance({ game, glance }: Props) {
  const pictures = useSignal<readonly ComponentType[]>([]);
  useEffect(() => void import("pictures").then((drawn) => (pictures.value = drawn.pictures[game]?.glance ?? [])), [game]);
  return (
    <section class="glance" data-testid="glance">
      <h3>{glance.title}</h3>
      <ol>
        {glance.lines.map((line, at) => {
          const Picture = pictures.value[at];
          return (
            <li key={line}>
              <svg viewBox="0 0 160 104" class="notranslate" aria-hidden="true">
                {Picture && <Picture />}
              </svg>
              {line}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
