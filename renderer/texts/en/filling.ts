import { counting } from '../plural.ts';

const n = counting('en');

const origin = {
  own: 'automatic',
  carried: 'from last parcel',
  template: 'from template',
  remembered: 'remembered',
  order: 'from the order',
};

export const filling = {
  origin,
  again: { carried: 'from last parcel: still right?', template: 'from template: still right?' },
  asked: {
    carried: (p: { names: readonly string[] }) =>
      `Check ${p.names.join(', ')}. The rest is copied from the last parcel.`,
    template: (p: { names: readonly string[] }) => `Check ${p.names.join(', ')}. The rest comes from the template.`,
  },
  halfTyped: 'This form is not empty. Save it, park it or clear it first.',
  noLast: 'There is no earlier order of this kind.',
  begunFrom: (p: { name: string }) => `Filled from ${p.name}.`,
  templateHint: 'Type part of its name',
  noTemplate: 'No matching template.',
  usedTimes: (p: { count: string }) => n(p.count, 'used once', 'used # times'),
  templateName: 'Name',
  templateMeans:
    'Everything is saved except what belongs to one parcel only: numbers, its own label, identity documents.',
  nameTooLong: (p: { count: string; most: string }) =>
    `A name can have ${n(p.most, '# character', '# characters')} at most; this one has ${p.count}.`,
  nameTaken: (p: { name: string; operator: string; used: string }) =>
    `${p.name} already exists (by ${p.operator || 'no operator'}, used ${n(p.used, 'once', '# times')}) and would be replaced.`,
  replaceTemplate: 'Replace the template',
  unread: (p: { names: readonly string[] }) => `Not saved because it cannot be read: ${p.names.join(', ')}.`,
  templateSaved: (p: { name: string }) => `Template ${p.name} saved.`,
  filledFrom: (p: { name: string; count: string }) =>
    n(p.count, `One field of ${p.name} was filled from memory.`, `# fields of ${p.name} were filled from memory.`),
};
