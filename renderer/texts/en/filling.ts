import type { Origin } from '../../forms/field-origins.svelte.ts';

const origin: Record<Origin, string> = {
  own: 'a number of this desk',
  carried: 'as last time',
  template: 'from the template',
  remembered: 'remembered',
  order: 'from its order',
};

export const filling = {
  origin,
  again: { carried: 'as last time: change it?', template: 'from the template: change it?' },
  asked: {
    carried: (p: { names: readonly string[] }) => `Asked: ${p.names.join(', ')}; everything else as last time.`,
    template: (p: { names: readonly string[] }) => `Asked: ${p.names.join(', ')}; everything else as in the template.`,
  },
  halfTyped: 'Something is typed here already. Save it, park it or clear the form first.',
  noLast: 'There is no entry of this kind yet.',
  begunFrom: (p: { name: string }) => `Begun from ${p.name}.`,
  templateHint: 'Type a part of its name',
  noTemplate: 'No template of this kind is called that.',
  usedTimes: (p: { count: string }) => `used ${p.count} times`,
  templateName: 'Name',
  templateMeans: 'Everything but the number is kept. A template of the same name and kind is replaced.',
  templateSaved: (p: { name: string }) => `The template ${p.name} is saved.`,
  filledFrom: (p: { name: string; count: string }) => `${p.count} fields of ${p.name} were filled from memory.`,
};
