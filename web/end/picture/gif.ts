/** Pictures one after the other, again and again, as a GIF (GIF89a), which is shown wherever pictures are. */

/** A frame, how long it stands in hundredths of a second, and its pixels: red, green, blue and opacity of each. */
export interface Frame {
  readonly pixels: Uint8ClampedArray;
  readonly stands: number;
}

const COLOURS = 256;
const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MOST_BITS = 12;

/** The pixel at a place as 15 bits, five of each colour. */
const key = (pixels: Uint8ClampedArray, at: number): number =>
  (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3);

type Colour = readonly [red: number, green: number, blue: number];

export function gif(frames: readonly Frame[], width: number, height: number): Blob {
  const { palette, indexOf } = colours(frames);
  const table = new Uint8Array(3 * COLOURS);
  palette.forEach((colour, at) => table.set(colour, 3 * at));
  const again = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
  const bytes: BlobPart[] = [new Uint8Array([...letters("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0]), table, new Uint8Array(again)];
  let before: Uint8Array | null = null;
  for (const { pixels, stands } of frames) {
    const shown = Uint8Array.from({ length: width * height }, (_, at) => indexOf[key(pixels, 4 * at)] ?? 0);
    const { left, top, across, down } = changed(before, shown, width, height);
    const part = new Uint8Array(across * down);
    for (let row = 0; row < down; row++) {
      const from = (top + row) * width + left;
      part.set(shown.subarray(from, from + across), row * across);
    }
    const head = [0x21, 0xf9, 4, 0, ...short(stands), 0, 0, 0x2c, ...[left, top, across, down].flatMap(short), 0, CODE_BITS];
    bytes.push(new Uint8Array(head), blocks(packed(part)));
    before = shown;
  }
  bytes.push(new Uint8Array([0x3b]));
  return new Blob(bytes, { type: "image/gif" });
}

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const short = (number: number): number[] => [number & 255, number >> 8];

/** The colours that are seen most, and by key the nearest of them. A colour is the mean of those that have one key. */
function colours(frames: readonly Frame[]): { readonly palette: readonly Colour[]; readonly indexOf: Uint8Array } {
  const seen = new Float64Array(1 << 15);
  const sums = new Float64Array(3 << 15);
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const found = key(pixels, at);
      seen[found] = (seen[found] ?? 0) + 1;
      for (let part = 0; part < 3; part++) sums[3 * found + part] = (sums[3 * found + part] ?? 0) + (pixels[at + part] ?? 0);
    }
  }
  const times = (found: number): number => seen[found] ?? 0;
  const mean = (found: number): Colour => {
    const [red = 0, green = 0, blue = 0] = Array.from(sums.subarray(3 * found, 3 * found + 3), (sum) => sum / times(found));
    return [red, green, blue];
  };
  const some = [...seen.keys()].filter(times).sort((one, other) => times(other) - times(one));
  const palette = some.slice(0, COLOURS).map(mean);
  const indexOf = new Uint8Array(1 << 15);
  for (const found of some) indexOf[found] = nearest(palette, mean(found));
  return { palette, indexOf };
}

function nearest(palette: readonly Colour[], [red, green, blue]: Colour): number {
  let found = 0;
  let least = Infinity;
  palette.forEach(([r, g, b], at) => {
    const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (far < least) [found, least] = [at, far];
  });
  return found;
}

interface Field {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
}

/** Where a picture differs from the one before it; one pixel where it does nowhere. */
function changed(before: Uint8Array | null, shown: Uint8Array, width: number, height: number): Field {
  if (before === null) return { left: 0, top: 0, across: width, down: height };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < shown.length; at++) {
    if (shown[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return left > right ? { left: 0, top: 0, across: 1, down: 1 } : { left, top, across: right - left + 1, down: bottom - top + 1 };
}

/** The pixels packed by LZW, the code of variable width that GIF asks for. */
function packed(pixels: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let waiting = 0;
  let count = 0;
  let bits = CODE_BITS + 1;
  const put = (code: number): void => {
    waiting |= code << count;
    count += bits;
    while (count >= 8) {
      bytes.push(waiting & 255);
      waiting >>>= 8;
      count -= 8;
    }
  };
  const known = new Map<number, number>();
  let next = END + 1;
  put(CLEAR);
  let run = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    const longer = (run << 8) | pixel;
    const code = known.get(longer);
    if (code !== undefined) {
      run = code;
      continue;
    }
    put(run);
    run = pixel;
    if (next < 1 << MOST_BITS) {
      known.set(longer, next);
      if (next === 1 << bits) bits++;
      next++;
    } else {
      put(CLEAR);
      known.clear();
      next = END + 1;
      bits = CODE_BITS + 1;
    }
  }
  put(run);
  put(END);
  if (count > 0) bytes.push(waiting & 255);
  return Uint8Array.from(bytes);
}

/** Bytes in blocks of up to 255, each with its length before it, and an empty one at the end. */
function blocks(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    found.push(block.length, ...block);
  }
  return Uint8Array.from([...found, 0]);
}
