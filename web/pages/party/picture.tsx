/** Tonight's score as a picture to share. */
import type { Party } from "../../net/types.gen";
import { lookOf } from "../../state/looks";
import { Shape } from "../../ui/tokens";
import { dayOf, scoresOf, sentenceOf, titleOf } from "./score";

const [WIDE, TALL] = [600, 315];
const MOST = 8;
/** The width of a column of names, and the height of a row. */
const [COLUMN, ROW] = [258, 46];
const INK = "#14202b";
const SANS = "system-ui, sans-serif";
/** The colours of the looks in the light theme. */
const COLOURS = ["#a63b0d", "#1f33ab", "#f5f593", "#23b46b", "#ff9bea", "#171c30", "#d044fa", "#7a6b95"];

interface Props {
  readonly party: Party;
  readonly title: string;
}

/** Colours and fonts are fixed, so that the picture is the same everywhere. */
export function ScorePicture({ party, title }: Props) {
  const scores = scoresOf(party).slice(0, MOST);
  const games = [...new Set(party.games.slice(0, party.tonight).map(({ game }) => titleOf(game)))].join(" · ");
  const top = 182 - (Math.ceil(scores.length / 2) * ROW) / 2;
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDE} ${TALL}`} width={WIDE} height={TALL} role="img" aria-label={sentenceOf(party)}>
      <rect width={WIDE} height={TALL} fill="#e9e0c8" />
      <ellipse cx="300" cy="188" rx="294" ry="100" fill="#7a5630" />
      <ellipse cx="300" cy="178" rx="294" ry="100" fill="#c99a62" stroke={INK} stroke-width="3" />
      <text x="24" y="44" font-family={SANS} font-size={fitted(title, 30, 400)} font-weight="800" fill={INK}>
        {title}
      </text>
      <text x="576" y="32" text-anchor="end" font-family={SANS} font-size="18" fill={INK}>
        chabudai
      </text>
      <text x="576" y="56" text-anchor="end" font-family={SANS} font-size="18" fill={INK}>
        {dayOf(party.games[0]?.at ?? 0)}
      </text>
      {scores.map(({ person, name, wins }, at) => (
        <g key={person} transform={`translate(${at % 2 === 1 ? 306 : at === scores.length - 1 ? 171 : 36} ${top + Math.floor(at / 2) * ROW})`}>
          <rect width={COLUMN} height={ROW - 8} rx="12" fill="#fbf7ee" stroke={INK} stroke-width="2" />
          <g transform="translate(22 19)" fill={COLOURS[lookOf(person)]} stroke={INK} stroke-width="2">
            <Shape seat={person} />
          </g>
          <text x="44" y="26" font-family={SANS} font-size={fitted(name, 19, 168)} font-weight="700" fill={INK}>
            {name}
          </text>
          <text x={COLUMN - 14} y="27" text-anchor="end" font-family={SANS} font-size="22" font-weight="800" fill={INK}>
            {wins}
          </text>
        </g>
      ))}
      <text x="300" y="307" text-anchor="middle" font-family={SANS} font-size={fitted(games, 16, 560)} fill={INK}>
        {games}
      </text>
    </svg>
  );
}

/** Return the largest font size up to `most` that fits a text into a width, by the widths of Latin and Japanese letters. */
function fitted(text: string, most: number, width: number): number {
  const ems = [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1 : 0.58), 0);
  return Math.min(most, width / ems);
}
