import type { DecisionContext } from '../../electron/delivery/sync/decide-attempt.ts';
import type { ClaimedEntry, DueCheck } from '../../electron/outbox/entry.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';

const kinds = { 4: 'ShipmentId', 8: 'CustomerOrderNo', 15: 'Sku' } as const;

/**
 * A claimed entry with key K1, sent to Spain (ES) by the service SGP; `overrides` replaces fields of the entry and of
 * its request.
 */
export function claimedEntry(
  endpoint: CreateNumber,
  overrides: Partial<ClaimedEntry> & { packageFields?: object; topLevelFields?: object } = {},
): ClaimedEntry {
  const { packageFields = {}, topLevelFields = {}, ...entryFields } = overrides;
  const kind = endpoint in kinds ? kinds[endpoint as keyof typeof kinds] : 'PackageId';
  const fields = { [kind]: 'K1', ServiceCode: 'SGP', ShipToAddress: { Country: 'ES' }, ...packageFields };
  const body = [1, 2, 10].includes(endpoint)
    ? { Package: fields, ...topLevelFields }
    : { ...fields, ...topLevelFields };
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
    ...entryFields,
  };
}

/** The entry of `claimedEntry`, accepted and due for a status check. */
export function dueCheck(
  endpoint: CreateNumber,
  overrides: Partial<DueCheck> & { packageFields?: object; topLevelFields?: object } = {},
): DueCheck {
  const { attemptId: _, ...entry } = claimedEntry(endpoint, overrides);
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

/**
 * The context in which an answer is turned into the next state: a fixed time, default settings and a constant random
 * number.
 */
export function decisionContext(
  settings: Partial<Settings> = {},
  overrides: Partial<DecisionContext> = {},
): DecisionContext {
  return {
    now: 1_000_000,
    runningMs: 50_000,
    settings: { ...defaultSettings, ...settings },
    random: () => 0.5,
    ...overrides,
  };
}
