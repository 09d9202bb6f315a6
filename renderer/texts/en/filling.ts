import type { Origin } from '../../forms/field-origins.svelte.ts';

const origin: Record<Origin, string> = {
  own: 'a number of this desk',
  carried: 'as last time',
  template: 'from the template',
  remembered: 'remembered',
};

export const filling = {
  origin,
  filledFrom: (p: { name: string; count: string }) => `${p.count} fields of ${p.name} were filled from memory.`,
};
