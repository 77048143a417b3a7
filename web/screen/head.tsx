/** The header of a big screen: a sentence in very large letters, the game and its round. */
import type { ComponentChildren } from "preact";
import { Kept } from "../table/unbroken_names";
import type { BigScreenProps } from "./props";
import { say } from "./words";

interface HeadProps extends BigScreenProps {
  readonly mark?: ComponentChildren;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** The largest number of letters that have room in a size, and the size in rem. */
const SIZES = [
  [18, 3.7],
  [24, 3],
  [50, 2.2],
  [90, 1.6],
] as const;
const SMALLEST = 1.2;
/** The first character that is twice as wide as a Latin letter. */
const FULL_WIDTH = "\u2e80";

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter < FULL_WIDTH ? 1 : 2), 0);

/** Without a connection it says so, because the turn that it shows may be out of date. */
export function Head({ table, screen, mark, text: told, children }: HeadProps) {
  const lost = table.linked.value === "lost";
  const text = lost ? say("pair.lost") : told;
  const [, size] = SIZES.find(([most]) => widthOf(text) <= most) ?? [0, SMALLEST];
  return (
    <header class="big-head">
      <div class="headline" role="status" style={{ "--size": `${size}rem` }}>
        <span class="marks">{!lost && mark}</span>
        <h1 data-testid="status">
          <Kept table={table} text={text} />
        </h1>
      </div>
      <div class="about" inert>
        <p class="title" lang="en">
          {screen.title}
        </p>
        <p class="table-facts">{children}</p>
      </div>
    </header>
  );
}
