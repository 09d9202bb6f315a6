import { scannerChoices } from './scanner-choices.svelte.ts';
import { notesOf, type Note, type Outcome } from './sound-notes.ts';

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
