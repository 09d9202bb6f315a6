import type { noAnswerCauses } from '../outbox/whys.ts';
import { defineProcedure, noInput } from './procedure.ts';
import { z } from 'zod';

const service = z.strictObject({
  /** omitted: the target the folder is bound to, or practice if unbound */
  service: z.string().max(2000).optional(),
  account: z.string().max(200).default(''),
  /** for this run only; never stored, never logged */
  secret: z.strictObject({ name: z.string().max(100), value: z.string().max(10_000) }).optional(),
  settings: z.record(z.string(), z.unknown()).default({}),
});

export interface SyncStatus {
  /** result of the last exchange */
  connection: 'unknown' | 'online' | 'offline' | 'paused' | 'stopped';
  since: number;
  /** why the service was not reached last; only while offline */
  cause?: (typeof noAnswerCauses)[number];
  /** why everything is paused, or null */
  pause: { why: 'unauthorized' | 'redirect' | 'tls' | 'something-else-answered'; message: string } | null;
  pausedEndpoints: { endpoint: number; status: number; message: string }[];
  /** failing or slow endpoints while others work, and the number of entries waiting for each, counted up to 1,000 */
  troubledEndpoints: {
    endpoint: number;
    why: 'fails' | 'no-answer' | 'busy' | 'slow';
    /** status of the last failed answer, or null */
    status: number | null;
    waiting: number;
  }[];
  /** number of requests under way */
  underWay: number;
  /** delivery repeatedly could not write to the disk; it retries, and sends nothing new meanwhile */
  cannotWrite: boolean;
  /** nothing left to do without a person */
  idle: boolean;
}

/** Result of one read that tests a service, its address and the secret. */
export interface ConnectionTest {
  /**
   * `something-else`: a page, such as from a web server or a captive portal; `fails`: the service is there but cannot
   * answer now
   */
  outcome: 'answers' | 'unauthorized' | 'forbidden' | 'redirect' | 'something-else' | 'fails' | 'no-answer';
  status: number | null;
  /** why there was no answer; null if there was one */
  cause: (typeof noAnswerCauses)[number] | null;
  /** origin a redirect leads to */
  to: string | null;
  /** a secret was sent */
  withSecret: boolean;
  /** duration in ms */
  ms: number;
}

export interface Target {
  /** practice, or the origin of a service with an account name */
  kind: 'practice' | 'live';
  /** name the folder is bound to: `practice`, or `https://host account` */
  name: string;
  origin: string;
  account: string;
}

/** The service entries are delivered to, and control of the delivery. Rows of the desk contract. */
export const syncProcedures = {
  /** sets the service of this run without starting delivery; `other-target` if the folder is bound to another */
  'service.use': defineProcedure<Target>()('desk', { from: 'host' }, () => service),
  /**
   * reads a non-existent id as a test, without changing this run. `bad-address`, or `bad-setting` if the header is
   * invalid
   */
  'service.try': defineProcedure<ConnectionTest>()('desk', { from: 'host' }, () =>
    service.omit({ settings: true }).extend({ service: z.string().max(2000) }),
  ),
  'sync.start': defineProcedure<SyncStatus>()('desk', { from: 'host' }, () => service),
  'sync.stop': defineProcedure<SyncStatus>()('desk', { from: 'host', whenStopped: 'always' }, () => noInput),
  'sync.status': defineProcedure<SyncStatus>()('desk', { waits: 'delivery', whenStopped: 'always' }, () => noInput),
  'sync.now': defineProcedure<SyncStatus>()('desk', () => noInput),
  /** the computer goes to sleep: nothing new is sent until `sync.resume` */
  'sync.rest': defineProcedure<SyncStatus>()('desk', { from: 'host' }, () => noInput),
  /** the computer woke up: requests in flight during sleep count as lost answers, the rest is sent at once */
  'sync.resume': defineProcedure<SyncStatus>()('desk', { from: 'host' }, () => noInput),
  /** `unknown`: unbound, but restored, so it may have delivered after its backup; practice must not be assumed then */
  'target.get': defineProcedure<{ bound: Target | null; unknown: boolean }>()('reader', () => noInput),
} as const;
