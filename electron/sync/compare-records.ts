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
 * Whether a status record shows the earlier order or one made since. `cannot-tell`: neither record has any of the
 * identifying fields.
 */
export function compareRecords(before: unknown, now: unknown): 'same' | 'new' | 'cannot-tell' {
  const one = identifying.map((name) => valueAt(before, [name]) ?? null);
  const other = identifying.map((name) => valueAt(now, [name]) ?? null);
  if (JSON.stringify(one) !== JSON.stringify(other)) return 'new';
  return one.every((value) => value === null) ? 'cannot-tell' : 'same';
}
