import { problem } from '../../../shared/contract/problem.ts';
import { createKinds } from '../../../shared/creates/create-kinds.ts';
import amazon from './amazon-order-report.json' with { type: 'json' };
import easypost from './easypost-shipments.json' with { type: 'json' };
import ebay from './ebay-orders-report.json' with { type: 'json' };
import odoo from './odoo-sale-orders.json' with { type: 'json' };
import shopify from './shopify-orders.json' with { type: 'json' };
import woocommerce from './woocommerce-advanced.json' with { type: 'json' };
import { z } from 'zod';

/**
 * A format of orders, as data: what its columns are. A person's own mapping is saved as the same file. Headings are
 * compared without regard to capitals and outer blanks.
 */
export const sheetFormat = z.strictObject({
  format: z.string().min(1).max(60),
  title: z.string().min(1).max(100),
  /** where its headings were seen */
  source: z.string().max(1000).default(''),
  /** headings that a file of this format has; without any, the format is only chosen by a person */
  recognizedBy: z.array(z.string().min(1).max(200)).max(100).default([]),
  orders: z.enum(createKinds),
  /** units of columns that do not name theirs */
  units: z.record(z.string().max(200), z.string().max(10)).default({}),
  /** heading → field as in the contract, with the part of it that the column has: `ShipToAddress.Contact#last` */
  columns: z.record(z.string().max(200), z.string().max(200)),
});
export type SheetFormat = z.infer<typeof sheetFormat>;

/** The formats that the program knows. Each file names where its headings were seen. */
export const knownFormats: readonly SheetFormat[] = [amazon, easypost, ebay, odoo, shopify, woocommerce].map((one) =>
  sheetFormat.parse(one),
);

export const sameHeading = (heading: string): string => heading.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The format whose headings a file has; of several, the one with the most of them. */
export function recognizeFormat(titles: readonly string[], formats: readonly SheetFormat[]): SheetFormat | null {
  const present = new Set(titles.map(sameHeading));
  const fitting = formats.filter(
    ({ recognizedBy }) => recognizedBy.length > 0 && recognizedBy.every((heading) => present.has(sameHeading(heading))),
  );
  return fitting.sort((a, b) => b.recognizedBy.length - a.recognizedBy.length)[0] ?? null;
}

/** Reads a mapping file. Throws ProblemError `bad-file` with what is wrong in it. */
export function readFormatFile(text: string): SheetFormat {
  const refuse = (why: string) => problem('bad-file', `The mapping file cannot be used: ${why}.`, { reason: 'header' });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw refuse('it is no JSON');
  }
  const read = sheetFormat.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refuse(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not as expected'}`);
}
