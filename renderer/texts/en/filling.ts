import type { Origin } from '../../forms/tree/nodes.svelte.ts';
import { counting } from '../plural.ts';

const n = counting('en');

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
  usedTimes: (p: { count: string }) => n(p.count, 'used once', 'used # times'),
  templateName: 'Name',
  templateMeans: 'Everything is kept but what is one parcel’s alone: its numbers, its own label, identity papers.',
  nameTooLong: (p: { count: string; most: string }) =>
    `A name has at most ${n(p.most, '# character', '# characters')}; this has ${p.count}.`,
  nameTaken: (p: { name: string; operator: string; used: string }) =>
    `${p.name} is there already, by ${p.operator || 'nobody named'}, used ${n(p.used, 'once', '# times')}. It would be replaced.`,
  replaceTemplate: 'Replace the template',
  unread: (p: { names: readonly string[] }) => `Cannot be read, and is not kept: ${p.names.join(', ')}.`,
  templateSaved: (p: { name: string }) => `The template ${p.name} is saved.`,
  filledFrom: (p: { name: string; count: string }) =>
    n(p.count, `One field of ${p.name} was filled from memory.`, `# fields of ${p.name} were filled from memory.`),
};
