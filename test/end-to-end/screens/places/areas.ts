import { deskItself } from './desk.ts';
import { forms } from './forms.ts';
import { handover } from './handover.ts';
import { imports } from './imports.ts';
import { labelOrderForm, ordersAgain } from './label-order.ts';
import { labelPrinters } from './label-printers.ts';
import { labels } from './labels.ts';
import { lookups } from './lookups.ts';
import { memory } from './memory.ts';
import { outbox } from './outbox.ts';
import type { Area } from './place.ts';
import { scans } from './scans.ts';
import { stock } from './stock.ts';
import { untouched } from './untouched.ts';

interface Walk {
  name: string;
  /** in the order that one desk can be filled in for them */
  areas: readonly Area[];
  /** some of its places come of an answer that a test gives in the desk's place, which only HTTP lets it */
  overHttp?: true;
}

/** Everything there is to look at, in walks of about the same length, each on a desk of its own: that it begins is a tenth of a walk. */
export const walks: readonly Walk[] = [
  { name: 'forms', areas: [forms] },
  { name: 'the label order', areas: [labelOrderForm] },
  { name: 'orders that are there, and the outbox', areas: [ordersAgain, outbox] },
  { name: 'the desk itself, and printers of labels', areas: [deskItself, labelPrinters], overHttp: true },
  { name: 'a desk with nothing on it, then imports and stock', areas: [untouched, imports, stock] },
  { name: 'tracking, orders, memory, labels and scans', areas: [lookups, memory, labels, handover, scans] },
];
