import { counting } from '../plural.ts';

const n = counting('en');

/** The search over everything on the desk. */
export const find = {
  box: 'Find anything on this desk',
  hint: 'Number, name, phone, SKU',
  finds: 'Results',
  group: {
    entries: 'Entries',
    numbers: 'Tracking numbers',
    recipients: 'Address book',
    skus: 'SKUs',
    templates: 'Templates',
    all: 'All',
  },
  watched: { moving: 'watched', delivered: 'delivered' },
  all: (p: { count: string; most: boolean }) =>
    p.most ? `The best ${n(p.count, '# match', '# matches')} in the outbox` : `All ${p.count} in the outbox`,
  count: (p: { count: string }) => `${p.count} found; arrow keys select, Enter opens`,
  none: (p: { text: string }) => `Nothing on this desk matches “${p.text}”.`,
  filtered: (p: { text: string }) => `Filtered by “${p.text}”`,
};
