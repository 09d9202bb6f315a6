import { z } from 'zod';
import type { noAnswerCauses } from '../outbox/no-answer-causes.ts';
import { asks } from './procedure.ts';
import { nothing } from './procedure-inputs.ts';

const service = z.strictObject({
  /** left out: the target the folder is bound to, or practice where it is bound to none */
  service: z.string().max(2000).optional(),
  account: z.string().max(200).default(''),
  /** holds only for this run; never stored, never logged */
  secret: z.strictObject({ name: z.string().max(100), value: z.string().max(10_000) }).optional(),
  settings: z.record(z.string(), z.unknown()).default({}),
});

export interface SyncStatus {
  /** what the last exchange showed */
  connection: 'unknown' | 'online' | 'offline' | 'paused' | 'stopped';
  since: number;
  /** why the service was not reached last; only while offline */
  cause?: (typeof noAnswerCauses)[number];
  /** why everything is paused, or null */
  pause: { why: 'unauthorized' | 'redirect' | 'tls' | 'something-else-answered'; message: string } | null;
  pausedEndpoints: { endpoint: number; status: number; message: string }[];
  /** creates that the service answers badly or slowly while others go on, and how many entries wait for each, counted up to 1000 */
  troubledEndpoints: {
    endpoint: number;
    why: 'fails' | 'no-answer' | 'busy' | 'slow';
    /** of the last bad answer, or null */
    status: number | null;
    waiting: number;
  }[];
  underWay: number;
  /** the disk has refused again and again what the sync writes; it is tried on, and nothing new is sent meanwhile */
  cannotWrite: boolean;
  /** nothing left that the desk could do without a person */
  idle: boolean;
}

/** What one read told of a service, its address and the secret. */
export interface ConnectionTest {
  /** `something-else`: a page, as of a web server or of the door of a network; `fails`: it is there, and cannot answer now */
  outcome: 'answers' | 'unauthorized' | 'forbidden' | 'redirect' | 'something-else' | 'fails' | 'no-answer';
  status: number | null;
  /** why no answer came; null where one did */
  cause: (typeof noAnswerCauses)[number] | null;
  /** the origin a redirect leads to */
  to: string | null;
  /** a secret went along */
  withSecret: boolean;
  /** it took so long */
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

/** Which service the entries go to, and whether they go. Rows of the desk contract. */
export const syncProcedures = {
  /** where this run delivers to and asks, without delivering yet; `other-target` where the folder is bound elsewhere */
  'service.use': asks<Target>()('desk', () => service),
  /** one read of an id that nobody has; nothing of this run changes. `bad-address`, `bad-setting` where the header cannot be used */
  'service.try': asks<ConnectionTest>()('desk', () =>
    service.omit({ settings: true }).extend({ service: z.string().max(2000) }),
  ),
  'sync.start': asks<SyncStatus>()('desk', () => service),
  'sync.stop': asks<SyncStatus>()('desk', () => nothing),
  'sync.status': asks<SyncStatus>()('desk', () => nothing),
  'sync.now': asks<SyncStatus>()('desk', () => nothing),
  /** the computer goes to sleep: nothing new is sent until `sync.resume` */
  'sync.rest': asks<SyncStatus>()('desk', () => nothing),
  /** it woke: what was under way over the sleep counts as a lost answer, the rest is tried at once */
  'sync.resume': asks<SyncStatus>()('desk', () => nothing),
  /** `unknown`: it is bound to none, but was restored and may have delivered since its backup; practice is no guess then */
  'target.get': asks<{ bound: Target | null; unknown: boolean }>()('reader', () => nothing),
} as const;
