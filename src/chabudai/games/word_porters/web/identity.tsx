/** This seat's word card, large and covered until a tap opens it, and its remaining porters. */
import { Face, Seen, wordOn } from "./faces";
import { ownWord } from "./bar";
import { Back, Porter } from "./porter";
import type { Screen } from "./screen";
import { t } from "./words";

export function Identity({ screen: { play, secret } }: { readonly screen: Screen }) {
  const { words, options, tokens } = play.view.value;
  const seat = play.seat.value ?? 0;
  const number = play.identity.value;
  const shown = secret.shown.value;
  if (play.step.value !== "hint" && play.step.value !== "vote") return null;
  return (
    <div class="own-things">
      <button type="button" class="identity" data-testid="identity" aria-expanded={shown} onClick={secret.turn}>
        <span class="unseen">{shown ? `${ownWord(play)} ${t("secret.hide")}` : `${t("secret")}: ${t("secret.show")}`}</span>
        <Seen>
          {shown ? (
            <>
              <span class="disc">{number}</span>
              <Face text={wordOn(words[number - 1], options)} />
            </>
          ) : (
            <Back seat={seat} />
          )}
          <small>{t(shown ? "secret.hide" : "secret.show")}</small>
        </Seen>
      </button>
      <p class="own-porters" aria-hidden="true">
        {tokens[seat]?.map((porter) => <Porter key={porter} seat={seat} number={porter} />)}
      </p>
    </div>
  );
}
