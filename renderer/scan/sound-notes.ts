/** What a scan came to: each has a sound, a shape, a word and a colour of its own. */
export const outcomes = ['accepted', 'unknown', 'warning', 'error'] as const;
export type Outcome = (typeof outcomes)[number];

/** One tone. Times in ms from the sound's beginning, `hertz` how high. */
export interface Note {
  from: number;
  ms: number;
  hertz: number;
  shape: 'sine' | 'triangle' | 'square';
}

/**
 * The four sounds, told apart by number of tones, height and length, so that a loudspeaker of a till and a loud hall are enough: one short high
 * tone; two falling; three equal; one long and low.
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
