/** What the parts of the screen share. */
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
  /** Why the last attempt did nothing; null once something else is done. */
  readonly nudge: Signal<Status | null>;
  /** Put the porter on the hint word chosen, or say why not. */
  readonly put: () => void;
  /** Confirm the votes, or say what is missing. */
  readonly confirm: () => void;
}
