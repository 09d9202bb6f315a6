/**
 * The arrows of section 3 of the design, by state, event and where it leads, told here once more: what the product's own table says is
 * held against it. The test of that table tells them too, so that neither is wrong by the other.
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

/** Steps of a history that are no arrows: acts that leave a state as it is. */
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
