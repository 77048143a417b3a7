/** State shared by the parts of the screen. */
import type { Placing } from "./placement";
import type { Secret } from "./secret";
import type { Stage } from "./stage";
import type { Play } from "./table";
import type { Voting } from "./ballot_draft";
import type { Signal } from "@preact/signals";
import type { Status } from "@shell/state/game_screen";

export interface Screen {
  readonly play: Play;
  readonly placing: Placing;
  readonly voting: Voting;
  readonly secret: Secret;
  readonly stage: Stage;
  /** The reason why the last attempt did nothing, or null after the next action. */
  readonly nudge: Signal<Status | null>;
  /** Put the porter on the chosen hint word, or say why it cannot go there. */
  readonly put: () => void;
  /** Confirm the votes, or say what is missing. */
  readonly confirm: () => void;
}
