/** The result of a deal as a picture to share. It does not reveal the cards. */
/** The highest mark. */
const MOST = 4;
const WIDE = 600;
const TALL = 315;
/** The area of the marks in the picture. */
const FIELD = { left: 40, right: 560, bottom: 232, top: 112 } as const;
const WIDEST = 44;
const INK = "#14202b";
const SANS = "system-ui, sans-serif";

/** The marks as bars in a line of text. */
export function Marks({ marks }: { readonly marks: readonly number[] }) {
  if (marks.length === 0) return <span aria-hidden="true">–</span>;
  return (
    <svg class="marks" viewBox={`0 0 ${10 * marks.length} 20`} aria-hidden="true">
      {marks.map((mark, at) => (
        <rect key={at} x={10 * at + 1} y={16 - 4 * mark} width="8" height={4 * mark + 4} rx="2" />
      ))}
    </svg>
  );
}

interface Props {
  readonly title: string;
  readonly day: string;
  readonly against: string;
  readonly told: string;
  readonly marks: readonly number[];
  /** The description of the picture for screen readers. */
  readonly label: string;
}

/** Colours and fonts are fixed, so that the picture is the same everywhere. */
export function ResultPicture({ title, day, against, told, marks, label }: Props) {
  const step = Math.min(WIDEST, (FIELD.right - FIELD.left) / Math.max(1, marks.length));
  const unit = (FIELD.bottom - FIELD.top) / (MOST + 1);
  const left = (WIDE - step * marks.length) / 2;
  return (
    <svg class="result-picture" xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDE} ${TALL}`} width={WIDE} height={TALL} role="img" aria-label={label}>
      <rect width={WIDE} height={TALL} fill="#e9e0c8" />
      <ellipse cx={WIDE / 2} cy="204" rx="286" ry="82" fill="#7a5630" />
      <ellipse cx={WIDE / 2} cy="196" rx="286" ry="82" fill="#c99a62" stroke={INK} stroke-width="3" />
      <text x="40" y="52" font-family={SANS} font-size="30" font-weight="800" fill={INK}>
        {title}
      </text>
      <text x="40" y="84" font-family={SANS} font-size="20" fill={INK}>
        {day}
      </text>
      <text x="560" y="52" text-anchor="end" font-family={SANS} font-size="18" fill={INK}>
        chabudai
      </text>
      <text x="560" y="84" text-anchor="end" font-family={SANS} font-size="20" font-weight="800" fill={INK}>
        {against}
      </text>
      {marks.map((mark, at) => {
        const tall = unit * (mark + 1);
        return (
          <rect
            key={at}
            x={left + step * at + 2}
            y={FIELD.bottom - tall}
            width={step - 4}
            height={tall}
            rx="6"
            fill={COLOURS[mark]}
            stroke={INK}
            stroke-width="2.5"
          />
        );
      })}
      <rect x="20" y="250" width="560" height="52" rx="12" fill="#fbf7ee" stroke={INK} stroke-width="2.5" />
      <text x="40" y="283" font-family={SANS} font-size={fitted(told)} fill={INK}>
        {told}
      </text>
    </svg>
  );
}

/** The colours of marks from none to the maximum: paper, then the colours of four seats. */
const COLOURS = ["#fbf7ee", "#f5f593", "#23b46b", "#1f33ab", "#a63b0d"] as const;

/** Return the font size at which a sentence fits its frame, by the widths of Latin and Japanese letters. */
function fitted(told: string): number {
  const ems = [...told].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1 : 0.53), 0);
  return Math.min(21, 520 / ems);
}

/** Convert a picture to a PNG at twice its size. */
export async function asPng(drawn: SVGElement): Promise<Blob> {
  const text = new XMLSerializer().serializeToString(drawn);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * WIDE;
  canvas.height = 2 * TALL;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png");
  });
}
