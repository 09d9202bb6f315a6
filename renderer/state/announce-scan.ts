import { scannerChoices } from './scanner-choices.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Results of a scan; each has its own sound, shape, word and colour. */
export const outcomes = ['accepted', 'unknown', 'warning', 'error'] as const;
export type Outcome = (typeof outcomes)[number];

/** One tone. Times in ms from the start of the sound; `hertz` is its pitch. */
export interface Note {
  startMs: number;
  durationMs: number;
  hertz: number;
  shape: 'sine' | 'triangle' | 'square';
}

/**
 * Four sounds that differ in number of tones, pitch and length, so that they can be told apart on a till's loudspeaker
 * and in a noisy hall: one short high tone; two falling; three equal; one long and low.
 */
export const notesOfOutcome: Readonly<Record<Outcome, readonly Note[]>> = {
  accepted: [{ startMs: 0, durationMs: 90, hertz: 1760, shape: 'sine' }],
  unknown: [
    { startMs: 0, durationMs: 140, hertz: 880, shape: 'triangle' },
    { startMs: 170, durationMs: 220, hertz: 523, shape: 'triangle' },
  ],
  warning: [
    { startMs: 0, durationMs: 90, hertz: 988, shape: 'square' },
    { startMs: 140, durationMs: 90, hertz: 988, shape: 'square' },
    { startMs: 280, durationMs: 90, hertz: 988, shape: 'square' },
  ],
  error: [{ startMs: 0, durationMs: 700, hertz: 165, shape: 'square' }],
};

// A square wave is far louder than a sine wave of the same pitch.
const loudness: Readonly<Record<Note['shape'], number>> = { sine: 0.8, triangle: 0.8, square: 0.3 };
const edgeSeconds = 0.008;

let sharedContext: AudioContext | undefined;

/**
 * Plays the sound of an outcome unless sounds are off. Browsers allow sound only after the first key or click on the
 * page.
 */
export function playSound(outcome: Outcome): void {
  const { sounds, volume } = scannerChoices.current;
  if (!sounds || volume === 0) return;
  sharedContext ??= new AudioContext({ latencyHint: 'interactive' });
  const audioContext = sharedContext;
  // `resume` stays pending until the first key or click on the page.
  if (audioContext.state === 'running') scheduleSound(audioContext, outcome, volume);
  else void audioContext.resume().then(() => scheduleSound(audioContext, outcome, volume));
}

/** Schedules a sound in an audio context, starting now. `volume`: 0 to 1. */
function scheduleSound(audio: BaseAudioContext, outcome: Outcome, volume: number): void {
  for (const { startMs, durationMs, hertz, shape } of notesOfOutcome[outcome]) {
    const startSeconds = audio.currentTime + startMs / 1000;
    const endSeconds = startSeconds + durationMs / 1000;
    const oscillator = new OscillatorNode(audio, { type: shape, frequency: hertz });
    const gain = new GainNode(audio, { gain: 0 });
    const peak = volume * loudness[shape];
    // Without a ramp a tone starts and ends with a click.
    gain.gain.setValueAtTime(0, startSeconds);
    gain.gain.linearRampToValueAtTime(peak, startSeconds + edgeSeconds);
    gain.gain.setValueAtTime(peak, endSeconds - edgeSeconds);
    gain.gain.linearRampToValueAtTime(0, endSeconds);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(startSeconds);
    oscillator.stop(endSeconds);
  }
}

/** Reports the result of a scan by a sound, and on the screen by a shape, a word and a colour. */
export function announceScan(outcome: Outcome, text: () => string): void {
  playSound(outcome);
  toasts.show(text, outcome);
}
