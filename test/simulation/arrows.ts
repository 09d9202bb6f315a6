/**
 * The transitions of section 3 of the design as `STATE EVENT STATE`, repeated here to check the product's own table
 * against them. The test of that table repeats them as well, so that no mistake spreads from one to another.
 */
export const arrows = [
  'none capture draft',
  'none capture queued',
  'draft submit queued',
  'draft change draft',
  'draft discard withdrawn',
  'queued claim sending',
  'queued change queued',
  'queued withdraw withdrawn',
  'sending accepted accepted',
  'sending refused refused',
  'sending again queued',
  'sending paused queued',
  'sending lost unsure',
  'unsure found accepted',
  'unsure not-there queued',
  'unsure send-again queued',
  'unsure taken accepted',
  'unsure withdraw withdrawn',
  'accepted made done',
  'accepted failed refused',
  'accepted closed done',
  'refused mend queued',
  'refused healed done',
  'refused taken accepted',
  'refused withdraw withdrawn',
] as const;
export type Arrow = (typeof arrows)[number];

/** Steps of a history that leave the state as it is. */
export const acts = [
  'ours',
  'send-anyway',
  'cancelled',
  'printed',
  'not-printed',
  'replaced',
  'text-forgotten',
  'restored',
];
