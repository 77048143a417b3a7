/** Rings around the elements that a note mentions. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Milliseconds between searches for the elements: they move with the table's pieces. */
const LOOK_MS = 120;
/** The distance of a ring from its element, in pixels. */
const ROUND = 3;
/** Elements below this height, in pixels, are between lines that a ring of the usual thickness would cover. */
const LOW = 24;
const ROUND_LOW = 1;
/** Elements above this height, in pixels, are boards with other elements at their very edge, so the ring is inside. */
const HIGH = 240;
const ROUND_HIGH = -3;

type Box = readonly [left: number, top: number, width: number, height: number];

/** Return the boxes of the elements that are on the screen. */
function boxesOf(names: readonly string[]): readonly Box[] {
  return names.flatMap((name) => {
    const box = document.querySelector(`[data-testid="${name}"]`)?.getBoundingClientRect();
    return box && box.width * box.height > 0 ? [[box.left, box.top, box.width, box.height] satisfies Box] : [];
  });
}

export function Rings({ names }: { readonly names: readonly string[] }) {
  const [found, setFound] = useState("[]");
  const wanted = names.join(" ");
  useLayoutEffect(() => {
    const look = (): void => setFound(JSON.stringify(boxesOf(wanted.split(" "))));
    look();
    const looking = window.setInterval(look, LOOK_MS);
    return () => clearInterval(looking);
  }, [wanted]);
  return (
    <>
      {(JSON.parse(found) as readonly Box[]).map((box, at) => (
        <Ring key={at} box={box} />
      ))}
    </>
  );
}

function Ring({ box: [left, top, width, height] }: { readonly box: Box }) {
  const ring = useRef<HTMLDivElement>(null);
  const low = height < LOW;
  const round = low ? ROUND_LOW : height > HIGH ? ROUND_HIGH : ROUND;
  useLayoutEffect(() => {
    const style = ring.current?.style;
    const from = Math.max(0, left - round);
    const to = Math.min(document.documentElement.clientWidth, left + width + round);
    style?.setProperty("translate", `${from}px ${top - round}px`);
    style?.setProperty("width", `${to - from}px`);
    style?.setProperty("height", `${height + 2 * round}px`);
  });
  return <div ref={ring} class={low ? "guide-ring slim" : "guide-ring"} />;
}
