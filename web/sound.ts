/** Short synthesised sounds. They never say anything that the screen does not. */
import { sound } from "./settings";

export type Sound = "turn" | "stone" | "lock" | "refused" | "win" | "boom";

interface Note {
  readonly hertz: number;
  readonly at: number;
  readonly seconds: number;
  readonly loud: number;
  readonly wave: OscillatorType;
}

const note = (hertz: number, at: number, seconds: number, loud: number, wave: OscillatorType = "sine"): Note => ({
  hertz,
  at,
  seconds,
  loud,
  wave,
});

const SCORES: Readonly<Record<Sound, readonly Note[]>> = {
  turn: [note(587, 0, 0.16, 0.1), note(880, 0.12, 0.24, 0.1)],
  stone: [note(1180, 0, 0.05, 0.07, "triangle"), note(590, 0.01, 0.06, 0.05, "triangle")],
  lock: [note(196, 0, 0.09, 0.12, "square"), note(98, 0.08, 0.22, 0.16, "triangle")],
  refused: [note(147, 0, 0.14, 0.14, "triangle")],
  boom: [note(82, 0, 0.34, 0.2), note(110, 0.3, 0.4, 0.2), note(1320, 0.55, 0.12, 0.05)],
  win: [note(523, 0, 0.2, 0.1), note(659, 0.14, 0.2, 0.1), note(784, 0.28, 0.2, 0.1), note(1047, 0.42, 0.5, 0.1)],
};

let context: AudioContext | null = null;

export function play(name: Sound): void {
  if (sound.value === "off") return;
  context ??= new AudioContext();
  void context.resume();
  for (const each of SCORES[name]) strike(context, each);
}

function strike(audio: AudioContext, { hertz, at, seconds, loud, wave }: Note): void {
  const begin = audio.currentTime + at;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = wave;
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(begin);
  tone.stop(begin + seconds + 0.02);
}
