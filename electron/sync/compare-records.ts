import { valueAt } from '../../shared/service/value-at.ts';

const identifying = [
  'CreatedTime',
  'CreateTime',
  'SvcPackageId',
  'SvcOrderId',
  'RetryCount',
  'CreateFailedReason',
  'UnShippedReason',
];

/**
 * Whether a status record shows what was there before, or something that came about since. `cannot-tell`: neither carries
 * any of the fields that would show it.
 */
export function compareRecords(before: unknown, now: unknown): 'same' | 'new' | 'cannot-tell' {
  const one = identifying.map((name) => valueAt(before, [name]) ?? null);
  const other = identifying.map((name) => valueAt(now, [name]) ?? null);
  if (JSON.stringify(one) !== JSON.stringify(other)) return 'new';
  return one.every((value) => value === null) ? 'cannot-tell' : 'same';
}
