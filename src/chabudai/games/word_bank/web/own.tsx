/** This seat's safes and stones, large. */
import { Heap } from "./heap";
import { SafeChip } from "./safe";
import type { Play } from "./table";
import { t } from "./words";

export function Own({ play }: { readonly play: Play }) {
  const seat = play.seat.value ?? 0;
  const { won, stones } = play.view.value;
  const safes = won[seat] ?? [];
  return (
    <div class="own-things">
      <p class="own-safes">
        <span class="unseen">{t("safes", { n: safes.length })}</span>
        {safes.map(({ letter }, at) => (
          <SafeChip key={at} letter={letter} />
        ))}
      </p>
      <p class="unseen">{t("stones", { n: stones[seat] ?? 0 })}</p>
      <Heap play={play} seat={seat} />
    </div>
  );
}
