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
 * The columns of a program's export of orders, and the fields they fill. A person's own mapping file has the same form.
 * Headings are compared regardless of case and of blanks.
 */
export const sheetFormat = z.strictObject({
  format: z.string().min(1).max(60),
  title: z.string().min(1).max(100),
  /** where its headings were seen */
  source: z.string().max(1000).default(''),
  /** a file with all these headings has this format; if there are none, only a person can choose the format */
  recognizedBy: z.array(z.string().min(1).max(200)).max(100).default([]),
  orders: z.enum(createKinds),
  /** unit by heading, for columns whose heading does not name it */
  units: z.record(z.string().max(200), z.string().max(10)).default({}),
  /** contract field by heading; a part of a field is written behind it: `ShipToAddress.Contact#last` */
  columns: z.record(z.string().max(200), z.string().max(200)),
});
export type SheetFormat = z.infer<typeof sheetFormat>;

/** The formats that the program recognises. Each file names where its headings were seen. */
export const knownFormats: readonly SheetFormat[] = [amazon, easypost, ebay, odoo, shopify, woocommerce].map((one) =>
  sheetFormat.parse(one),
);

export const normalizeHeading = (heading: string): string => heading.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The format all of whose headings the file has; of several, the one with the most headings. */
export function recognizeFormat(titles: readonly string[], formats: readonly SheetFormat[]): SheetFormat | null {
  const presentHeadings = new Set(titles.map(normalizeHeading));
  const matchingFormats = formats.filter(
    ({ recognizedBy }) =>
      recognizedBy.length > 0 && recognizedBy.every((heading) => presentHeadings.has(normalizeHeading(heading))),
  );
  return matchingFormats.sort((a, b) => b.recognizedBy.length - a.recognizedBy.length)[0] ?? null;
}

/** Reads a mapping file. Throws ProblemError `bad-file` with what is wrong in it. */
export function readFormatFile(text: string): SheetFormat {
  const mappingFileProblem = (reason: string) =>
    problem('bad-file', `The mapping file cannot be used: ${reason}.`, { reason: 'header' });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw mappingFileProblem('it is no JSON');
  }
  const parsed = sheetFormat.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw mappingFileProblem(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not as expected'}`);
}
