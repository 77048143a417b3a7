/** The page from which `make art` draws icons and posters. It is not part of the client.
 *
 * Each drawing is a `figure` with the name of its file. `window.drawings()` returns the drawings as SVG without a
 * style sheet. */
import { render, type ComponentChildren } from "preact";
import { Crest } from "../ui/logo";
import { LowTable, pictures, TABLE } from "../pages/landing/low_table";
import { Wood } from "../stage/wood";
import { games, type Game } from "../pages/landing/games";
import { flat } from "./flat";

declare global {
  interface Window {
    drawings: () => Readonly<Record<string, string>>;
  }
}

const MAT = "#e9e0c8";
const INK = "#14202b";

interface DrawingProps {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly box: string;
  readonly children: ComponentChildren;
}

function Drawing({ file, width, height, box, children }: DrawingProps) {
  return (
    <figure data-file={file} style={{ width: `${width}px`, height: `${height}px` }}>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox={box} width={width} height={height}>
        {children}
      </svg>
    </figure>
  );
}

function Icon({ file, size, screen }: { readonly file: string; readonly size: number; readonly screen: number }) {
  const half = 24 * screen;
  return (
    <Drawing file={file} width={size} height={size} box={`${-half} ${-half} ${2 * half} ${2 * half}`}>
      <rect x={-half} y={-half} width={2 * half} height={2 * half} fill={MAT} />
      <Crest />
    </Drawing>
  );
}

function Mat() {
  return (
    <>
      <rect width="1200" height="630" fill={MAT} />
      <path d={Array.from({ length: 100 }, (_, at) => `M${12 * at} 0V630`).join("")} stroke="#e0d5b9" stroke-width="1.6" />
    </>
  );
}

function Name({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return (
    <>
      <g transform={`translate(${x + size / 2} ${y - 0.32 * size}) scale(${size / 40})`}>
        <Crest />
      </g>
      <text x={x + 1.25 * size} y={y} font-size={size} font-weight="800" fill={INK}>
        chabudai
      </text>
      <text x={x + 5.9 * size} y={y} font-size={size * 0.5} font-weight="500" fill="#33404c">
        ちゃぶ台
      </text>
    </>
  );
}

function House() {
  return (
    <Drawing file="web/generated/poster.jpg" width={1200} height={630} box="0 0 1200 630">
      <Mat />
      <svg x="150" y="108" width="900" height="520" viewBox="0 10 760 420">
        <LowTable />
      </svg>
      <Name x={58} y={92} size={64} />
    </Drawing>
  );
}

function Poster({ game, card }: Game) {
  const Art = pictures[game]?.Art;
  const folder = game.replaceAll("-", "_");
  return (
    <Drawing file={`src/chabudai/games/${folder}/web/poster.jpg`} width={1200} height={630} box="0 0 1200 630">
      <Mat />
      <g transform="translate(-150 216) scale(1.97 1.35)">
        <Wood {...TABLE} />
      </g>
      <text x="60" y="200" font-size="112" font-weight="800" fill={INK}>
        {card.text().title}
      </text>
      <Name x={58} y={82} size={44} />
      <clipPath id="round">
        <rect x="90" y="258" width="1020" height="332" rx="26" />
      </clipPath>
      <g clip-path="url(#round)">
        <svg x="90" y="258" width="1020" height="332" viewBox="0 0 320 104">
          {Art && <Art />}
        </svg>
      </g>
      <rect x="90" y="258" width="1020" height="332" rx="26" fill="none" stroke={INK} stroke-width="5" />
    </Drawing>
  );
}

document.documentElement.dataset["theme"] = "light";
document.documentElement.dataset["motion"] = "less";
render(
  <>
    <Drawing file="web/generated/favicon.svg" width={48} height={48} box="-24 -24 48 48">
      <Crest />
    </Drawing>
    <Icon file="web/generated/icon-192.png" size={192} screen={1.15} />
    <Icon file="web/generated/icon-512.png" size={512} screen={1.15} />
    <Icon file="web/generated/icon-maskable.png" size={512} screen={1.45} />
    <Icon file="web/generated/apple-touch.png" size={180} screen={1.25} />
    <House />
    {games.map((each) => (
      <Poster key={each.game} {...each} />
    ))}
  </>,
  document.body,
);

window.drawings = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLElement>("[data-file]")].map((figure) => [
      figure.dataset["file"] ?? "",
      [figure.firstElementChild, ...document.querySelectorAll(figure.querySelector("use, [fill^=url]") ? "body > svg" : "none")]
        .flatMap((svg) => (svg === null ? [] : flat(svg)))
        .join("\n"),
    ]),
  );
