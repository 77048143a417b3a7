/** The part of gifenc that chabudai uses. The package has no types. */
declare module "gifenc" {
  export type Palette = readonly (readonly [red: number, green: number, blue: number])[];

  export function quantize(rgba: Uint8Array, most: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;

  interface Options {
    /** Required for the first frame; later frames use it by default. */
    readonly palette?: Palette;
    /** In milliseconds. */
    readonly delay: number;
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** 1 leaves the frame in place under the next one. */
    readonly dispose: 1;
  }
  export function GIFEncoder(): {
    writeFrame(pixels: Uint8Array, width: number, height: number, options: Options): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}
