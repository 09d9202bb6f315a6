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
  /** in an order in which one desk can be filled for them */
  areas: readonly Area[];
  /** some of its places need answers that the test gives instead of the desk, which is only possible over HTTP */
  overHttp?: true;
}

/** All places, in walks of about the same length, each on its own desk; starting a desk takes a tenth of a walk. */
export const walks: readonly Walk[] = [
  { name: 'forms', areas: [forms] },
  { name: 'the label order', areas: [labelOrderForm] },
  { name: 'existing orders and the outbox', areas: [ordersAgain, outbox] },
  { name: 'the desk itself and label printers', areas: [deskItself, labelPrinters], overHttp: true },
  { name: 'an empty desk, then imports and stock', areas: [untouched, imports, stock] },
  { name: 'tracking, orders, memory, labels and scans', areas: [lookups, memory, labels, handover, scans] },
];
