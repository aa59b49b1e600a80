/** A few quiet sounds, made by the page itself: no file is loaded, and nothing sounds before the player wants it. */

/** It is your turn; a die falls; a counter is set down; a city changes hands. */
export type Sound = "turn" | "die" | "counter" | "city";

/** A tone: its pitch in hertz, when it begins and how long it rings in seconds, how loud it is, and the shape of its wave. */
interface Tone {
  pitch: number;
  after: number;
  lasts: number;
  loud: number;
  wave: OscillatorType;
}

const tone = (pitch: number, after: number, lasts: number, loud: number, wave: OscillatorType = "sine"): Tone => ({
  pitch,
  after,
  lasts,
  loud,
  wave,
});

export const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  turn: [tone(523, 0, 0.5, 0.12), tone(784, 0.16, 0.5, 0.12)],
  // It bounces, each time nearer and lower.
  die: [0, 0.11, 0.19, 0.24, 0.27].map((after, i) => tone(420 - 40 * i, after, 0.045, 0.09 - 0.012 * i, "triangle")),
  counter: [tone(170, 0, 0.07, 0.11, "triangle"), tone(95, 0.012, 0.09, 0.08)],
  city: [tone(392, 0, 0.3, 0.07), tone(494, 0.12, 0.3, 0.07), tone(587, 0.24, 0.45, 0.07)],
};

let audio: AudioContext | null = null;

/** Plays a sound at a volume from 0 to 1; silent in a page that nobody has clicked in yet. */
export function sound(which: Sound, volume = 1): void {
  if (volume <= 0) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume().catch(() => undefined);
    for (const one of TONES[which]) ring(audio, one, volume);
  } catch {
    audio = null; // a browser without sound plays without it
  }
}

function ring(out: AudioContext, { pitch, after, lasts, loud, wave }: Tone, volume: number): void {
  const note = out.createOscillator();
  const loudness = out.createGain();
  const start = out.currentTime + after;
  note.type = wave;
  note.frequency.value = pitch;
  loudness.gain.setValueAtTime(loud * volume, start);
  loudness.gain.exponentialRampToValueAtTime(0.0005, start + lasts);
  note.connect(loudness).connect(out.destination);
  note.start(start);
  note.stop(start + lasts);
}
