/** Ways to leave a party, or to delete it, each after a question. */
import { useSignal } from "@preact/signals";
import { Failure } from "../../net/api";
import type { Way } from "../../net/parties";
import type { Party } from "../../net/types.gen";
import { failureText } from "../../state/refusals";
import { AreYouSure } from "../../ui/are_you_sure";
import { t } from "./words";

interface Props {
  readonly party: Party;
  readonly quit: (way: Way) => Promise<void>;
}

export function Quit({ party: { me, host, people }, quit }: Props) {
  const asked = useSignal<Way | null>(null);
  const trouble = useSignal("");
  const act = (way: Way): void =>
    void quit(way).catch((failure: unknown) => {
      if (!(failure instanceof Failure)) throw failure;
      asked.value = null;
      trouble.value = failureText(failure);
    });
  const isHost = me !== null && me === host && people[me]?.here === true;
  const ways: readonly Way[] = isHost ? ["leave", "delete"] : ["leave"];
  const way = asked.value;
  return (
    <div class="quit">
      {trouble.value && (
        <p key={trouble.value} class="trouble" role="alert">
          {trouble.value}
        </p>
      )}
      {way === null ? (
        ways.map((each) => (
          <button key={each} type="button" class="plain" data-testid={`${each}-party`} onClick={() => (asked.value = each)}>
            {t(each)}
          </button>
        ))
      ) : (
        <AreYouSure
          key={way}
          name={`${way}-party`}
          text={t(`${way}.sure`)}
          no={t(`${way}.no`)}
          yes={t(`${way}.yes`)}
          back={() => (asked.value = null)}
          act={() => act(way)}
        />
      )}
    </div>
  );
}
