/** Cards side by side, slightly turned, as part of a picture. */
import { useEffect } from "preact/hooks";
import { CardArt, addCardParts } from "./card";

interface Props {
  readonly faces: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly step: number;
  /** Degrees from one card to the next. */
  readonly turn: number;
  readonly height: number;
}

export function Fan({ faces, x, y, step, turn, height }: Props) {
  useEffect(addCardParts, []);
  const width = (height * 100) / 140;
  return (
    <>
      {faces.map((face, at) => {
        const off = at - (faces.length - 1) / 2;
        const lies = `translate(${x + step * off} ${y + (turn / 4) * off * off}) rotate(${turn * off})`;
        return (
          <g key={at} transform={lies} class={at < faces.length - 1 ? "under-next" : ""}>
            <svg x={-width / 2} y={-height / 2} width={width} height={height}>
              <CardArt face={face} />
            </svg>
          </g>
        );
      })}
    </>
  );
}
