import { z } from 'zod';
import { dayOf, daysOf, stepPeriod, type Days } from '../close/period.ts';

/** Relative date ranges, counted from today. */
export const dayRanges = ['any', 'today', 'yesterday', 'week', 'month'] as const;

const outboxFilterSchema = z.object({
  /** endpoint number, or 0 for every kind */
  endpoint: z.int().catch(0),
  /** null: any */
  operator: z.string().nullable().catch(null),
  /** code of a service; empty: any */
  service: z.string().max(200).catch(''),
  /** a relative range, or a day as `2026-11-23` */
  days: z.union([z.enum(dayRanges), z.iso.date()]).catch('any'),
  printed: z.boolean().nullable().catch(null),
});
/** Filters of the outbox besides list and search. */
export type OutboxFilter = z.infer<typeof outboxFilterSchema>;

/** Parses stored filters; invalid parts filter nothing. */
export const parseFilter = (kept: unknown): OutboxFilter =>
  outboxFilterSchema.parse(typeof kept === 'object' && kept !== null ? kept : {});
export const noFilter = parseFilter(null);

export const hasFilter = (now: OutboxFilter): boolean => JSON.stringify(now) !== JSON.stringify(noFilter);

/** The filters as input of a query; `now` in ms. */
export function toQuery({ endpoint, operator, service, days, printed }: OutboxFilter, now: number) {
  return {
    ...(endpoint !== 0 && { endpoint }),
    ...(operator !== null && { operator }),
    ...(service.trim() !== '' && { service: service.trim() }),
    ...(printed !== null && { printed }),
    ...resolveDays(days, now),
  };
}

function resolveDays(days: OutboxFilter['days'], now: number): Partial<Days> {
  const today = dayOf(now);
  switch (days) {
    case 'any':
      return {};
    case 'today':
      return { from: today };
    case 'yesterday':
      return daysOf('day', stepPeriod('day', today, -1));
    case 'week':
    case 'month':
      return { from: daysOf(days, today).from };
    default:
      return { from: days, to: days };
  }
}
