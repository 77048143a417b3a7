/** Encodes frames as an animated GIF that repeats endlessly. */
import { applyPalette, GIFEncoder, quantize } from "gifenc";

/** A frame: its duration in hundredths of a second, and the red, green, blue and opacity of each pixel. */
export interface Frame {
  readonly pixels: Uint8ClampedArray;
  readonly stands: number;
}

const COLOURS = 256;

export function gif(frames: readonly Frame[], width: number, height: number): Blob {
  const all = new Uint8Array(frames.length * width * height * 4);
  frames.forEach(({ pixels }, at) => all.set(pixels, at * pixels.length));
  const palette = quantize(all, COLOURS - 1);
  // Unchanged pixels are transparent, which compresses better.
  const clear = palette.length;
  const encoder = GIFEncoder();
  let before: Uint8Array | null = null;
  for (const { pixels, stands } of frames) {
    const shown = applyPalette(pixels, palette);
    const drawn = shown.map((colour, at) => (colour === before?.[at] ? clear : colour));
    encoder.writeFrame(drawn, width, height, {
      ...(before === null && { palette: [...palette, [0, 0, 0]] }),
      delay: 10 * stands,
      transparent: true,
      transparentIndex: clear,
      dispose: 1,
    });
    before = shown;
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}
