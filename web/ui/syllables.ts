/** Break opportunities in the long words of a name: between syllables, roughly. */

/** Words up to this number of letters are never broken. */
const WHOLE = 12;
const LONG_WORD = new RegExp(`\\p{L}{${WHOLE + 1},}`, "gu");
const VOWELS = "aeiouyäöüåæøáàâéèêëíìîïóòôúùûаеёиоуыэюя";
/** Consonants and the vowels after them. */
const PARTS = new RegExp(`[^${VOWELS}]*[${VOWELS}]+`, "giu");
/** The consonants at the end of a group that begin the next syllable. */
const ONSET = new RegExp(`(?:sch|[cpst]h|st|[bcdfgpt][lr]|[^${VOWELS}])(?=[${VOWELS}]+$)`, "iu");

/** Split a name into parts between which a line may break. Short words stay whole. */
export function syllables(name: string): readonly string[] {
  const cuts = [...name.matchAll(LONG_WORD)].flatMap(({ 0: word, index }) =>
    [...word.matchAll(PARTS)].slice(1).map((part) => index + part.index + (ONSET.exec(part[0])?.index ?? 0)),
  );
  return [0, ...cuts].map((cut, at) => name.slice(cut, cuts[at]));
}
