/** The buttons that send a reaction. */
import type { React } from "../../net/types.gen";
import { Drawn, REACTIONS, type Reaction } from "./drawings";
import { say } from "./words";

const NAMES = Object.keys(REACTIONS) as readonly Reaction[];

interface Props {
  readonly send: (body: Omit<React, "id">) => void;
  /** The reaction to highlight. */
  readonly sent?: Reaction | null;
}

export function Reactions({ send, sent }: Props) {
  return (
    <div class="reactions" role="group" aria-label={say("reactions")} data-stops>
      {NAMES.map((reaction) => (
        <button
          key={reaction}
          type="button"
          class={reaction === sent ? "sent" : undefined}
          aria-label={say(`reaction.${reaction}`)}
          title={say(`reaction.${reaction}`)}
          data-testid={`react-${reaction}`}
          onClick={() => send({ type: "react", reaction })}
        >
          <Drawn name={reaction} />
        </button>
      ))}
    </div>
  );
}
