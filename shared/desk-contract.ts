import { z } from 'zod';
import type { State } from './outbox-states.ts';
import type { FieldIssue, Problem } from './problem.ts';
import type { Settings } from './settings.ts';

/**
 * Everything a screen or the command line can ask of the desk, as one typed table. A row says what goes in (checked at the
 * door), what comes out, and which worker answers: `desk` owns the writing connection, `reader` only reads.
 * All values are plain JSON.
 */
interface Procedure<I extends z.ZodType, O> {
  worker: 'desk' | 'reader';
  input: I;
  /** only its type matters: what the procedure answers */
  output: O;
}

function asks<O>() {
  return <I extends z.ZodType>(worker: 'desk' | 'reader', input: I): Procedure<I, O> => ({
    worker,
    input,
    output: undefined as O,
  });
}

const id = z.string().min(1).max(64);
const ids = z.array(id).min(1).max(10_000);
/** Made by the screen, once per act of a person: a command whose id is known changes nothing and answers as before. */
const commandId = z.string().min(8).max(64);
const operator = z.string().max(100).default('');
const request = z.strictObject({
  endpoint: z.int(),
  path: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
});
const nothing = z.strictObject({});

export interface Enqueued {
  id: string;
  key: string;
  state: State;
  /** advice of the desk, and filled columns the order lacks; never a breach of the contract */
  warnings: { path: string; message: string }[];
  /** true: the same capture was on disk already, nothing was added */
  already: boolean;
}

/** What an entry waits for now; a screen makes a sentence of it. Times are ms of the desk's clock. */
export type WaitsFor =
  | { for: 'nothing' }
  | { for: 'hold'; until: number }
  | { for: 'turn' }
  | { for: 'answer' }
  | { for: 'entry'; id: string; key: string }
  | { for: 'retry'; until: number }
  | { for: 'status-check'; until: number }
  | { for: 'outcome'; until: number; stuck: boolean }
  | { for: 'person'; question: string }
  | { for: 'mend' };

export interface EntryRow {
  seq: number;
  id: string;
  endpoint: number;
  key: string;
  state: State;
  tries: number;
  maybeTaken: boolean;
  asks: string | null;
  replaces: string | null;
  replacedBy: string | null;
  /** on the "cancel at the service" list until someone ticks it */
  toCancel: boolean;
  operator: string;
  capturedAt: number;
  settledAt: number | null;
  /** recipient's name and country where the kind has one */
  recipient: string;
  trackingNumber: string | null;
  provisional: boolean;
  reason: { code: string; text: string; field: string | null } | null;
  waitsFor: WaitsFor;
}

export interface EntryDetail extends EntryRow {
  request: { query: Record<string, unknown>; body: unknown };
  record: unknown;
  attempts: {
    id: number;
    startedAt: number;
    endedAt: number | null;
    target: string;
    verdict: string | null;
    status: number | null;
    answer: string | null;
  }[];
  history: { at: number; who: string; from: State | null; to: State; why: string }[];
  /** earlier entries this one needs, and later ones that need it */
  needs: { id: string; key: string; state: State; waived: boolean }[];
  neededBy: { id: string; key: string; state: State }[];
}

export interface SyncStatus {
  /** what the last exchange showed */
  connection: 'unknown' | 'online' | 'offline' | 'paused' | 'stopped';
  since: number;
  /** why everything is paused, or null */
  pause: { why: 'unauthorized' | 'redirect' | 'tls' | 'something-else-answered'; message: string } | null;
  pausedEndpoints: { endpoint: number; status: number; message: string }[];
  underWay: number;
  /** nothing left that the desk could do without a person */
  idle: boolean;
}

export interface Counts {
  byState: Record<State, number>;
  asking: number;
  stuck: number;
  toCancel: number;
  /** queued, sending or unsure; and when the oldest of them was captured */
  waiting: number;
  oldestWaiting: number | null;
}

export interface ImportRow {
  /** row of the spreadsheet, the header being 1 */
  row: number;
  state: 'queued' | 'problem';
  id?: string;
  key?: string;
  already?: boolean;
  warnings?: { column: string; message: string }[];
  problems?: { column: string | null; message: string }[];
}

export interface Target {
  /** practice, or the origin of a service with an account name */
  kind: 'practice' | 'live';
  /** name the folder is bound to: `practice`, or `https://host account` */
  name: string;
  origin: string;
  account: string;
}

export interface Lookup {
  /** what the service answered, tolerant of its shape */
  answer: unknown;
  unexpected: { path: string; message: string }[];
  /** when it was answered (ms) */
  at: number;
}

export const deskContract = {
  'entry.enqueue': asks<Enqueued>()(
    'desk',
    z.strictObject({ commandId, request, operator, draft: z.boolean().default(false) }),
  ),
  'entry.submit': asks<{ id: string; state: State }>()('desk', z.strictObject({ commandId, id, operator })),
  'entry.change': asks<Enqueued>()(
    'desk',
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.withdraw': asks<{ withdrawn: string[]; problems: { id: string; problem: Problem }[] }>()(
    'desk',
    z.strictObject({
      commandId,
      ids,
      operator,
      decided: z.boolean().default(false),
      alone: z.boolean().default(false),
      why: z.string().max(1000).default(''),
    }),
  ),
  'entry.mend': asks<Enqueued>()(
    'desk',
    z.strictObject({ commandId, id, request, operator, decided: z.boolean().default(false) }),
  ),
  'entry.replace': asks<Enqueued>()('desk', z.strictObject({ commandId, id, request, operator })),
  'entry.decide': asks<{ id: string; state: State }>()(
    'desk',
    z.strictObject({
      commandId,
      id,
      operator,
      decision: z.enum(['send-again', 'taken', 'withdraw', 'closed', 'ours']),
      why: z.string().max(1000),
    }),
  ),
  'entry.tryNow': asks<{ ids: string[] }>()('desk', z.strictObject({ ids })),
  'entry.sendAnyway': asks<{ id: string }>()('desk', z.strictObject({ commandId, id, operator })),
  'entry.cancelled': asks<{ id: string }>()('desk', z.strictObject({ commandId, id, operator })),

  'entries.page': asks<{ rows: EntryRow[]; next: number | null }>()(
    'reader',
    z.strictObject({
      state: z.string().optional(),
      endpoint: z.int().optional(),
      search: z.string().max(200).optional(),
      asking: z.boolean().optional(),
      stuck: z.boolean().optional(),
      toCancel: z.boolean().optional(),
      /** newest first; only entries with a smaller `seq` */
      before: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
    }),
  ),
  'entries.get': asks<EntryDetail>()('reader', z.strictObject({ id })),
  'entries.counts': asks<Counts>()('reader', nothing),

  'import.file': asks<{ rows: ImportRow[]; queued: number; refused: number; ignoredColumns: string[] }>()(
    'desk',
    z.strictObject({
      path: z.string().min(1).max(4096),
      as: z.string().min(1).max(50),
      encoding: z.string().max(20).default('utf-8'),
      operator,
    }),
  ),

  'labels.pdf': asks<{ path: string; labels: number; problems: { id: string; key: string; message: string }[] }>()(
    'reader',
    z.strictObject({ path: z.string().min(1).max(4096), ids: ids.optional() }),
  ),

  'sync.start': asks<SyncStatus>()(
    'desk',
    z.strictObject({
      service: z.string().max(2000).optional(),
      account: z.string().max(200).default(''),
      /** holds only for this run; never stored, never logged */
      secret: z.strictObject({ name: z.string().max(100), value: z.string().max(10_000) }).optional(),
      settings: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  'sync.stop': asks<SyncStatus>()('desk', nothing),
  'sync.status': asks<SyncStatus>()('desk', nothing),
  'sync.now': asks<SyncStatus>()('desk', nothing),

  'settings.get': asks<Settings>()('desk', nothing),
  'settings.set': asks<Settings>()('desk', z.strictObject({ values: z.record(z.string(), z.unknown()) })),
  'target.get': asks<{ bound: Target | null }>()('desk', nothing),

  'lookup.ask': asks<Lookup>()('desk', z.strictObject({ request })),
} as const;

export type DeskContract = typeof deskContract;
export type ProcedureName = keyof DeskContract;
export type Input<N extends ProcedureName> = z.input<DeskContract[N]['input']>;
export type ParsedInput<N extends ProcedureName> = z.output<DeskContract[N]['input']>;
export type Output<N extends ProcedureName> = DeskContract[N]['output'];

/** Facts the desk tells without being asked, numbered in order; who missed some asks anew. */
export type DeskEvent =
  | { kind: 'entries'; ids: string[] | 'many' }
  | { kind: 'sync'; status: SyncStatus }
  | { kind: 'import'; done: number; of: number }
  | { kind: 'labels'; done: number; of: number }
  | { kind: 'settings' };
export interface NumberedEvent {
  n: number;
  event: DeskEvent;
}

export type { FieldIssue };
