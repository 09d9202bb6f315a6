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
