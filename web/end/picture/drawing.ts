/** The pictures that the server draws, as files to share. They are always in the light theme. */
import { call } from "../../net/api";
import { lang } from "../../i18n/language";
import { trusted } from "../../platform/trusted_html";
import { gif, type Frame } from "./gif";

const PNG_WIDTH = 1440;
const GIF_WIDTH = 720;
/** The durations of each frame of an animation and of the last one, in hundredths of a second. */
const EACH = 90;
const LAST = 320;

/** Return the address of the picture of a finished game's step, or of the animation of its end (null). */
export function pictureAddress(table: string, step: number | null, seat: number | null): string {
  const eyes = seat === null ? "" : `&seat=${seat}`;
  return `/api/tables/${encodeURIComponent(table)}/${step === null ? "end" : `steps/${step}`}.svg?lang=${lang.value}${eyes}`;
}

/** Fetch the picture as SVG. Throws a `Failure`. */
export const fetchPicture = (address: string): Promise<string> => call(address);

/** Convert a picture to PNG. */
export async function asPng(svg: string): Promise<Blob> {
  const canvas = await painted(parsed(svg), PNG_WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png");
  });
}

/** Convert an animation to GIF. */
export async function asGif(svg: string): Promise<Blob> {
  const film = parsed(svg);
  const count = film.querySelectorAll(".frame").length;
  const frames: Frame[] = [];
  let [width, height] = [0, 0];
  for (let at = 0; at < count; at++) {
    const one = film.cloneNode(true) as SVGElement;
    one.querySelectorAll(".frame").forEach((frame, each) => {
      if (each !== at) frame.remove();
    });
    const canvas = await painted(one, GIF_WIDTH);
    [width, height] = [canvas.width, canvas.height];
    const pixels = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
    if (pixels) frames.push({ pixels, stands: at === count - 1 ? LAST : EACH });
  }
  return gif(frames, width, height);
}

/** Return the picture's description, a sentence. */
export const titleOf = (svg: string): string => parsed(svg).querySelector("title")?.textContent ?? "";

/** Return the picture without its style, which the page's policy forbids. It is then in the light theme, and an
 * animation shows its last frame. */
export const plain = (svg: string): string => svg.replace(/<style>[^<]*<\/style>/, "");

function parsed(svg: string): SVGElement {
  const root = new DOMParser().parseFromString(trusted(plain(svg)), "image/svg+xml").documentElement;
  if (!(root instanceof SVGElement)) throw new Error("no picture");
  return root;
}

async function painted(drawn: SVGElement, width: number): Promise<HTMLCanvasElement> {
  const [, , wide = 1, tall = 1] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const height = Math.round((width * tall) / wide);
  drawn.setAttribute("width", `${width}`);
  drawn.setAttribute("height", `${height}`);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return canvas;
}
