/**
 * Files with decisions, and the tests that cover each; tests of the file's own rules come first, because they are the
 * quickest.
 */
export const covered: Record<string, readonly string[]> = {
  'electron/service/verdict.ts': [
    'electron-service/verdict',
    'sync/settle',
    'sync/said-text',
    'sync/declared-twice',
    'sync/over-the-wire',
  ],
  'electron/sync/settle.ts': ['sync/settle', 'sync/said-text', 'sync/declared-twice', 'sync/loop-orders'],
  'electron/sync/check.ts': ['sync/check', 'sync/damaged-entry', 'sync/own-order', 'sync/loop-orders'],
  'electron/sync/another-record.ts': ['sync/follow', 'sync/check', 'sync/own-order', 'sync/settle'],
  'electron/sync/follow.ts': ['sync/follow', 'sync/check', 'sync/late-status', 'sync/own-order'],
  'electron/sync/read-outcome.ts': ['sync/read-outcome', 'sync/follow', 'sync/settle'],
  'electron/sync/adaptive-concurrency.ts': [
    'sync/endpoint-concurrency',
    'sync/adaptive-concurrency',
    'sync/loop-concurrency',
  ],
  'electron/sync/endpoint-concurrency.ts': [
    'sync/endpoint-concurrency',
    'sync/adaptive-concurrency',
    'sync/loop-concurrency',
  ],
  'electron/outbox/claim.ts': [
    'outbox/claim',
    'outbox/history',
    'outbox/settle',
    'outbox/try-now',
    'sync/loop-concurrency',
    'sync/loop-faults',
    'sync/damaged-entry',
    'backup/unwritable',
    'sync/ill-endpoints',
  ],
  'electron/outbox/settle.ts': [
    'outbox/settle',
    'outbox/order-between',
    'outbox/bound-answers',
    'sync/late-status',
    'sync/damaged-entry',
    'search/find-entries',
  ],
  'electron/outbox/enqueue.ts': [
    'outbox/capture',
    'outbox/outbox',
    'outbox/order-between',
    'outbox/replace',
    'outbox/history',
  ],
  'electron/outbox/apply-change.ts': [
    'outbox/apply-change',
    'outbox/settle',
    'outbox/what-a-person-does',
    'sync/declared-twice',
    'sync/said-text',
    'sync/loop-orders',
  ],
  'electron/outbox/apply-transition.ts': [
    'outbox/apply-change',
    'outbox/settle',
    'outbox/what-a-person-does',
    'outbox/history',
    'sync/loop-orders',
  ],
  'electron/outbox/decide.ts': ['outbox/decide', 'outbox/what-a-person-does', 'sync/said-text', 'sync/own-order'],
  'electron/outbox/replace.ts': ['outbox/replace', 'print-queue/paper-that-holds'],
  'electron/outbox/withdraw.ts': [
    'outbox/withdraw',
    'outbox/what-a-person-does',
    'outbox/order-between',
    'rpc/entries/withdraw-many',
  ],
  'shared/outbox/states.ts': ['outbox/states', 'outbox/what-a-person-does', 'outbox/settle'],
};
