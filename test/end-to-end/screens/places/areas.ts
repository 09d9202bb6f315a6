import { deskItself } from './desk.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import { labelOrderForm, ordersAgain } from './label-order.ts';
import { labels } from './labels.ts';
import { lookups } from './lookups.ts';
import { memory } from './memory.ts';
import { outbox } from './outbox.ts';
import type { Area } from './place.ts';
import { scans } from './scans.ts';
import { stock } from './stock.ts';
import { untouched } from './untouched.ts';

/** Everything there is to look at, the longest first. */
export const areas: readonly Area[] = [
  labelOrderForm,
  ...forms,
  outbox,
  deskItself,
  ordersAgain,
  untouched,
  imports,
  memory,
  lookups,
  stock,
  labels,
  scans,
];
