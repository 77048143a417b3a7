/** A finished game at its table: the replay, or a decision to be made again, as the address says. */
import { fragment } from "../state/routes";
import { Again, type AgainProps } from "./moment";
import { Replay } from "./replay";

export function Ended(props: AgainProps) {
  return fragment.value.startsWith("#step-moment") ? <Again {...props} /> : <Replay {...props} />;
}
