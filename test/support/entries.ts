import type { DecisionContext } from '../../electron/delivery/sync/settle.ts';
import type { ClaimedEntry, DueCheck } from '../../electron/outbox/entry.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';

const kinds = { 4: 'ShipmentId', 8: 'CustomerOrderNo', 15: 'Sku' } as const;

/** A claimed entry with key K1, sent to ES by SGP; `given` overrides what a test is about. */
export function claimed(
  endpoint: CreateNumber,
  given: Partial<ClaimedEntry> & { inPackage?: object; atTop?: object } = {},
): ClaimedEntry {
  const { inPackage = {}, atTop = {}, ...rest } = given;
  const kind = endpoint in kinds ? kinds[endpoint as keyof typeof kinds] : 'PackageId';
  const fields = { [kind]: 'K1', ServiceCode: 'SGP', ShipToAddress: { Country: 'ES' }, ...inPackage };
  const body = [1, 2, 10].includes(endpoint) ? { Package: fields, ...atTop } : { ...fields, ...atTop };
  return {
    id: 'e1',
    seq: 1,
    endpoint,
    key: { kind, value: 'K1' },
    request: { query: {}, body },
    attemptId: 1,
    tries: 1,
    maybeTaken: false,
    reached: null,
    lastRecord: null,
    ...rest,
  };
}

/** The same entry, due for a status check. */
export function due(
  endpoint: CreateNumber,
  given: Partial<DueCheck> & { inPackage?: object; atTop?: object } = {},
): DueCheck {
  const { attemptId: _, ...entry } = claimed(endpoint, given);
  return {
    state: 'accepted',
    lastAttemptId: 1,
    asks: null,
    absences: 0,
    lostAtRunningMs: null,
    reads: 0,
    acceptedAt: null,
    outcome: null,
    ...entry,
  };
}

export function moment(settings: Partial<Settings> = {}, more: Partial<DecisionContext> = {}): DecisionContext {
  return {
    now: 1_000_000,
    runningMs: 50_000,
    settings: { ...defaultSettings, ...settings },
    random: () => 0.5,
    ...more,
  };
}
