import { scannerChoices } from './scanner-choices.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Results of a scan; each has its own sound, shape, word and colour. */
export const outcomes = ['accepted', 'unknown', 'warning', 'error'] as const;
export type Outcome = (typeof outcomes)[number];

/** One tone. Times in ms from the start of the sound; `hertz` is its pitch. */
export interface Note {
  from: number;
  ms: number;
  hertz: number;
  shape: 'sine' | 'triangle' | 'square';
}

/**
 * Four sounds that differ in number of tones, pitch and length, so that they can be told apart on a till's loudspeaker
 * and in a noisy hall: one short high tone; two falling; three equal; one long and low.
 */
export const notesOf: Readonly<Record<Outcome, readonly Note[]>> = {
  accepted: [{ from: 0, ms: 90, hertz: 1760, shape: 'sine' }],
  unknown: [
    { from: 0, ms: 140, hertz: 880, shape: 'triangle' },
    { from: 170, ms: 220, hertz: 523, shape: 'triangle' },
  ],
  warning: [
    { from: 0, ms: 90, hertz: 988, shape: 'square' },
    { from: 140, ms: 90, hertz: 988, shape: 'square' },
    { from: 280, ms: 90, hertz: 988, shape: 'square' },
  ],
  error: [{ from: 0, ms: 700, hertz: 165, shape: 'square' }],
};

// A square wave is far louder than a sine wave of the same pitch.
const loudness: Readonly<Record<Note['shape'], number>> = { sine: 0.8, triangle: 0.8, square: 0.3 };
const edgeSeconds = 0.008;

let context: AudioContext | undefined;

/** Plays the sound of an outcome unless sounds are off. Browsers allow sound only after the first key or click. */
export function playSound(outcome: Outcome): void {
  const { sounds, volume } = scannerChoices.now;
  if (!sounds || volume === 0) return;
  context ??= new AudioContext({ latencyHint: 'interactive' });
  const running = context;
  // Until a first key or click the promise stays pending; a late sound would report something outdated.
  if (running.state === 'running') scheduleSound(running, outcome, volume);
  else void running.resume().then(() => scheduleSound(running, outcome, volume));
}

/** Schedules a sound in an audio context, starting now. `volume`: 0 to 1. */
function scheduleSound(into: BaseAudioContext, outcome: Outcome, volume: number): void {
  for (const { from, ms, hertz, shape } of notesOf[outcome]) {
    const start = into.currentTime + from / 1000;
    const end = start + ms / 1000;
    const tone = new OscillatorNode(into, { type: shape, frequency: hertz });
    const loud = new GainNode(into, { gain: 0 });
    const peak = volume * loudness[shape];
    // Without a ramp a tone starts and ends with a click.
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(peak, start + edgeSeconds);
    loud.gain.setValueAtTime(peak, end - edgeSeconds);
    loud.gain.linearRampToValueAtTime(0, end);
    tone.connect(loud).connect(into.destination);
    tone.start(start);
    tone.stop(end);
  }
}

/** Reports the result of a scan by a sound and by shape, word and colour on the screen. */
export function announceScan(outcome: Outcome, text: () => string): void {
  playSound(outcome);
  toasts.show(text, outcome);
}
