// Sounds, made by the browser itself: no files. Each is a few notes; a note is a tone or a knock.

import { settings } from "./settings.svelte";

export type Sound = "tile" | "figure" | "score" | "turn" | "chat" | "refused" | "over" | "join";

interface Note {
  /** Hertz; a knock is noise through a filter at this pitch. */
  pitch: number;
  /** Seconds from the start, and how long it rings. */
  at: number;
  length: number;
  gain: number;
  knock?: boolean;
}

const tone = (pitch: number, at: number, length = 0.35, gain = 0.16): Note => ({
  pitch,
  at,
  length,
  gain,
});
const knock = (pitch: number, at: number, gain = 0.5): Note => ({
  pitch,
  at,
  length: 0.09,
  gain,
  knock: true,
});

const SOUNDS: Record<Sound, readonly Note[]> = {
  tile: [knock(900, 0), knock(380, 0.03, 0.4)],
  figure: [knock(1500, 0, 0.3), knock(1100, 0.07, 0.25)],
  score: [tone(659, 0, 0.25), tone(880, 0.09, 0.4)],
  turn: [tone(523, 0), tone(784, 0.13, 0.5)],
  chat: [tone(1047, 0, 0.15, 0.08)],
  refused: [tone(196, 0, 0.2, 0.14), tone(175, 0.12, 0.25, 0.14)],
  over: [tone(523, 0), tone(659, 0.14), tone(784, 0.28), tone(1047, 0.42, 0.9)],
  join: [tone(392, 0, 0.2, 0.12), tone(523, 0.1, 0.3, 0.12)],
};

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function noiseOf(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.1), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}

function sourceOf(audio: AudioContext, note: Note): AudioScheduledSourceNode {
  if (note.knock) {
    noise ??= noiseOf(audio);
    const source = audio.createBufferSource();
    source.buffer = noise;
    return source;
  }
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = note.pitch;
  return source;
}

function ring(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + 0.01 + note.at;
  const source = sourceOf(audio, note);
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(note.gain, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.length);
  const filter = audio.createBiquadFilter();
  filter.type = note.knock ? "bandpass" : "lowpass";
  filter.frequency.value = note.knock ? note.pitch : 3000;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + note.length);
}

/** Plays a sound, if sounds are on. Browsers stay silent until the page has been touched once. */
export function play(sound: Sound): void {
  // Browsers let a page sound only once somebody has pressed something.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (!settings.sound || !("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "suspended") {
    // Later than now it would only startle.
    void audio.resume().catch(() => undefined);
    return;
  }
  for (const note of SOUNDS[sound]) ring(audio, note);
}
