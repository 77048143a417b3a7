/** Wood, stone, card and paper as computed sounds: the tones of a struck object, and the noise of the impact. */
import { silent } from "../state/second_screen";

export type Sound = "turn" | "wood" | "stone" | "card" | "paper" | "lock" | "refused" | "win" | "end" | "boom";

/** A decaying tone: hertz, seconds until it has almost faded, loudness. */
type Mode = readonly [hertz: number, seconds: number, loud: number];

interface Touch {
  readonly at: number;
  readonly modes: readonly Mode[];
  /** Noise: seconds, loudness, and brightness from 0 to 1. */
  readonly noise?: readonly [seconds: number, loud: number, bright: number];
  /** Seconds until full loudness: a stroke begins slowly, a knock immediately. */
  readonly rise?: number;
}

const knock = (at: number, loud: number): Touch => ({
  at,
  modes: [
    [196, 0.11, loud],
    [431, 0.07, loud * 0.6],
    [863, 0.04, loud * 0.3],
  ],
  noise: [0.012, loud * 0.9, 0.35],
});

const pebble = (at: number): Touch => ({
  at,
  modes: [
    [2140, 0.03, 0.2],
    [3470, 0.022, 0.13],
    [5210, 0.012, 0.07],
    [238, 0.06, 0.16],
  ],
  noise: [0.004, 0.3, 0.9],
});

const steel = (at: number): Touch => ({
  at,
  modes: [
    [318, 0.26, 0.1],
    [874, 0.2, 0.06],
    [1460, 0.14, 0.05],
    [2390, 0.09, 0.03],
  ],
  noise: [0.02, 0.2, 0.5],
});

/** A wooden bar of a given pitch. */
const bar = (hertz: number, at: number, loud = 0.17): Touch => ({
  at,
  modes: [
    [hertz, 0.34, loud],
    [hertz * 3.93, 0.09, loud * 0.3],
    [hertz * 9.2, 0.03, loud * 0.1],
  ],
  noise: [0.006, loud * 0.5, 0.5],
});

const slide = (at: number, seconds: number, loud: number, bright: number): Touch => ({
  at,
  modes: [],
  noise: [seconds, loud, bright],
  rise: seconds * 0.3,
});

const SOUNDS: Readonly<Record<Sound, readonly Touch[]>> = {
  wood: [knock(0, 0.3)],
  stone: [pebble(0)],
  card: [slide(0, 0.1, 0.16, 0.45), { at: 0.09, modes: [[152, 0.05, 0.2]], noise: [0.008, 0.2, 0.5] }],
  paper: [slide(0, 0.07, 0.12, 0.8), slide(0.08, 0.09, 0.15, 0.9)],
  lock: [steel(0), knock(0.09, 0.26), steel(0.1)],
  refused: [knock(0, 0.22), knock(0.13, 0.16)],
  turn: [bar(587, 0), bar(880, 0.13)],
  boom: [
    { at: 0, modes: [[82, 0.5, 0.34]], rise: 0.06 },
    { at: 0.32, modes: [[110, 0.6, 0.32]], rise: 0.06 },
  ],
  end: [bar(587, 0, 0.12), bar(440, 0.2, 0.12), bar(294, 0.4, 0.12)],
  win: [bar(523, 0), bar(659, 0.14), bar(784, 0.28), bar(1047, 0.42, 0.2)],
};

/** The decay of a tone over its `seconds`, to a thousandth of its loudness. */
const GONE = Math.log(1000);
const TAIL = 0.03;

const lengthOf = ({ at, modes, noise }: Touch): number => at + Math.max(noise?.[0] ?? 0, ...modes.map((mode) => mode[1])) + TAIL;

/** Compute the samples of a sound at a sample rate. */
export function samplesOf(touches: readonly Touch[], rate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(rate * Math.max(...touches.map(lengthOf))));
  for (const { at, modes, noise = [0, 0, 0], rise = 0.001 } of touches) {
    const first = Math.round(at * rate);
    let last = 0;
    for (let n = first; n < samples.length; n += 1) {
      const time = (n - first) / rate;
      const [seconds, loud, bright] = noise;
      last += bright * (2 * Math.random() - 1 - last);
      let value = seconds > 0 ? loud * last * Math.exp((-GONE * time) / seconds) : 0;
      for (const [hertz, long, strong] of modes) value += strong * Math.sin(2 * Math.PI * hertz * time) * Math.exp((-GONE * time) / long);
      samples[n] = (samples[n] ?? 0) + value * Math.min(1, time / rise);
    }
  }
  return samples;
}

let audio: AudioContext | null = null;
const made = new Map<Sound, AudioBuffer>();

let newest = 0;

/** Make a sound. Safari makes none without a recent touch. After the next touch it makes only the last of the
 * waiting sounds. */
export async function strike(name: Sound): Promise<void> {
  if (silent.value) return;
  audio ??= new AudioContext();
  const waits = audio.state === "suspended";
  newest += 1;
  const mine = newest;
  await audio.resume();
  if (waits && mine !== newest) return;
  let buffer = made.get(name);
  if (buffer === undefined) {
    const samples = samplesOf(SOUNDS[name], audio.sampleRate);
    buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
    buffer.copyToChannel(samples, 0);
    made.set(name, buffer);
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
}
