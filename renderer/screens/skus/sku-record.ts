import { readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';
import type { SkuAnswer } from '../../../shared/contract/lookup-answers.ts';
import { format } from '../../texts/format.svelte.ts';
import type { Approval } from './sku-board.svelte.ts';

export type SkuRecord = SkuAnswer['records'][number];

/** A field of a record as text: numbers exact and in the user's locale, objects and lists as JSON; '' if absent. */
export function textOf(record: SkuRecord, name: string): string {
  const value = record[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  const decimal = readDecimal(value);
  return decimal ? format.exact(writeDecimal(decimal)) : String(value);
}

const documented = ['Pending', 'Approved', 'Rejected'] as const;

/** The approval status of a record; `other` if the document does not name it. */
export function approvalOf(record: SkuRecord): Exclude<Approval, 'any'> {
  const status = textOf(record, 'ApprovalStatus');
  return documented.find((known) => known === status) ?? 'other';
}

/** Length × width × height as text; '' if all are absent. */
export function sizeOf(record: SkuRecord): string {
  const sides = ['Length', 'Width', 'Height'].map((side) => textOf(record, side));
  return sides.every((side) => side === '') ? '' : sides.map((side) => side || '?').join(' × ');
}

/** SKUs searched for by name that neither the service nor this desk has. */
export function missingSkus({ records, waiting }: SkuAnswer, asked: readonly string[]): string[] {
  const known = [...records.map((record) => textOf(record, 'Sku')), ...waiting.map(({ Sku }) => Sku)];
  const lowered = new Set(known.map((sku) => sku.toLowerCase()));
  return asked.filter((sku) => !lowered.has(sku.toLowerCase()));
}
