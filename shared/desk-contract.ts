import { z } from 'zod';
import type { DeskFile, DeskState } from './desk-state.ts';
import { entryLists } from './entry-lists.ts';
import { exportInputs } from './export-inputs.ts';
import {
  importInputs,
  type ImportChecked,
  type ImportBadRow,
  type ImportOpened,
  type ImportRan,
} from './import-steps.ts';
import type { UnexpectedPlace } from './lookup-answers.ts';
import { lookupProcedures, type LookupAbout } from './lookup-procedures.ts';
import { labelLists, type LabelList, type LabelPreview, type LabelRow } from './label-lists.ts';
import { memoryProcedures } from './memory-procedures.ts';
import type { State } from './outbox-states.ts';
import type { FieldIssue, Problem } from './problem.ts';
import { asks } from './procedure.ts';
import { commandId, operator, request } from './procedure-inputs.ts';
import { searchProcedures } from './search-all.ts';
import type { Settings } from './settings.ts';
import { tableFile } from './table-file.ts';

const id = z.string().min(1).max(64);
const ids = z.array(id).min(1).max(10_000);
const nothing = z.strictObject({});
const service = z.strictObject({
  /** left out: the target the folder is bound to, or practice where it is bound to none */
  service: z.string().max(2000).optional(),
  account: z.string().max(200).default(''),
  /** holds only for this run; never stored, never logged */
  secret: z.strictObject({ name: z.string().max(100), value: z.string().max(10_000) }).optional(),
  settings: z.record(z.string(), z.unknown()).default({}),
});

export interface Enqueued {
  id: string;
  key: string;
  state: State;
  /** advice of the desk, and filled columns the order lacks; never a breach of the contract */
  warnings: { path: string; message: string; code?: string; params?: Record<string, string | number> }[];
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

export interface HistoryStep {
  at: number;
  /** `desk` and `restore` where no person acted */
  who: string;
  from: State | null;
  to: State;
  /** a code of `shared/whys.ts` with what its sentence needs, or words of a person or the service as they came */
  why: { code: string; params: object } | { said: string };
}

/** Another entry, as a link to it shows it. */
export interface OtherEntry {
  id: string;
  key: string;
  state: State;
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
  history: HistoryStep[];
  /** earlier entries this one needs, and later ones that need it */
  needs: (OtherEntry & { waived: boolean })[];
  neededBy: OtherEntry[];
  /** the entry this one was made in place of (`replaces`), and the one made in its place (`replacedBy`) */
  inPlaceOf: OtherEntry | null;
  inItsPlace: OtherEntry | null;
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
  /** row of the spreadsheet, the header being 1; the first and the last of an order with several */
  row: number;
  lastRow?: number;
  state: 'queued' | 'problem';
  id?: string;
  key?: string;
  already?: boolean;
  warnings?: { column: string; message: string; row?: number }[];
  problems?: { column: string | null; message: string; row?: number }[];
}

export interface Target {
  /** practice, or the origin of a service with an account name */
  kind: 'practice' | 'live';
  /** name the folder is bound to: `practice`, or `https://host account` */
  name: string;
  origin: string;
  account: string;
}

/** Labels as one file for a person or a printer, and those that must not come out as they are. */
export interface LabelsMade {
  file: DeskFile;
  labels: number;
  problems: { id: string; key: string; message: string }[];
}

/** What became of entries that were copied from practice as drafts. */
export interface DraftsBrought {
  made: number;
  already: number;
  problems: { key: string; problem: Problem }[];
}

export interface Lookup {
  /** what the service answered, tolerant of its shape */
  answer: unknown;
  unexpected: UnexpectedPlace[];
  /** when it was answered (ms) */
  at: number;
}

/**
 * Everything a screen or the command line can ask of the desk, as one typed table. A row says what goes in (checked at the
 * door), what comes out, and which worker answers: `desk` owns the writing connection, `reader` only reads.
 * All values are plain JSON.
 */
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
  /** changes of entries after the one numbered `after`, in order; without `after`, only the number of the last */
  'entries.changes': asks<{ changes: { n: number; seq: number; from: State | null; to: State }[]; last: number }>()(
    'reader',
    z.strictObject({ after: z.int().min(0).optional(), limit: z.int().min(1).max(1000).default(500) }),
  ),
  /** every entry of a list, newest first, as its `seq` only; a screen then asks for the rows it shows */
  'entries.seqs': asks<{ seqs: number[] }>()(
    'reader',
    z.strictObject({ list: z.enum(entryLists), endpoint: z.int().optional(), search: z.string().max(200).default('') }),
  ),
  /** rows of these, those that exist, in the order asked */
  'entries.rows': asks<{ rows: EntryRow[] }>()('reader', z.strictObject({ seqs: z.array(z.int()).min(1).max(500) })),
  'entries.idsOf': asks<{ ids: string[] }>()('reader', z.strictObject({ seqs: z.array(z.int()).min(1).max(10_000) })),
  /** mends refused entries and changes queued ones together: one field (JSONPath in the body) to one value; each on its own */
  'entries.setField': asks<{ changed: string[]; problems: { id: string; key: string; problem: Problem }[] }>()(
    'desk',
    z.strictObject({ commandId, ids, operator, path: z.string().min(1).max(200), value: z.unknown() }),
  ),

  /**
   * entries as a spreadsheet, served by the host: orders of one kind in the form the import reads, the oldest first, or without a
   * kind the facts of each entry. Entries of other kinds are left out and counted, what cannot be written is named
   */
  'entries.export': asks<{
    file: DeskFile;
    entries: number;
    otherKinds: number;
    problems: { id: string; key: string; message: string }[];
  }>()('reader', exportInputs.entries),

  'import.file': asks<{ rows: ImportRow[]; queued: number; refused: number; ignoredColumns: string[] }>()(
    'desk',
    z.strictObject({
      path: z.string().min(1).max(4096),
      as: z.string().min(1).max(50),
      encoding: z.string().max(20).default('utf-8'),
      operator,
    }),
  ),

  /** opens a spreadsheet sent by a screen; the desk keeps it until closed or a day old. `bad-file` when it cannot be read */
  'import.open': asks<ImportOpened>()('desk', importInputs.open),
  /** remembers the mapping for these columns, and reads every row against the contract; queues nothing */
  'import.check': asks<ImportChecked>()(
    'desk',
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
    }),
  ),
  /** the order of one row as corrected so far, at once, while it is typed; its problems, none when it is good */
  'import.checkRow': asks<ImportBadRow>()(
    'desk',
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      row: z.int(),
      corrections: importInputs.corrections.default([]),
    }),
  ),
  /** queues the good rows not queued yet; the bad stay. May be called again after corrections, with a new command */
  'import.run': asks<ImportRan>()(
    'desk',
    z.strictObject({
      commandId,
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      operator,
    }),
  ),
  /** stops a run between two slices; what is queued stays queued */
  'import.cancel': asks<{ importId: string }>()('desk', z.strictObject({ importId: id })),
  /** the rows that were not queued, as a spreadsheet with a column of reasons */
  'import.rest': asks<DeskFile>()(
    'desk',
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      as: z.enum(['csv', 'xlsx']),
    }),
  ),
  /** an empty spreadsheet for orders of a kind; a workbook says on a second sheet what goes in */
  'import.template': asks<DeskFile>()('reader', exportInputs.template),
  'import.close': asks<{ importId: string }>()('desk', z.strictObject({ importId: id })),

  /** a file for the person, its texts guarded against being formulas */
  'table.file': asks<DeskFile>()('desk', tableFile),

  'labels.counts': asks<Record<LabelList, number>>()('reader', nothing),
  'labels.seqs': asks<{ seqs: number[] }>()(
    'reader',
    z.strictObject({ list: z.enum(labelLists), search: z.string().max(200).default('') }),
  ),
  'labels.rows': asks<{ rows: LabelRow[] }>()('reader', z.strictObject({ seqs: z.array(z.int()).min(1).max(500) })),
  'labels.preview': asks<LabelPreview>()('reader', z.strictObject({ id })),
  /** one PDF of these labels, in this order, served by the host; labels that cannot be drawn are left out and named */
  'labels.document': asks<LabelsMade>()('reader', z.strictObject({ ids, reversed: z.boolean().default(false) })),
  /** the same as one page for the print dialog of the host, which asks for it; not for screens */
  'labels.paper': asks<LabelsMade>()('reader', z.strictObject({ ids, reversed: z.boolean().default(false) })),
  /**
   * opens the print dialog of the host with these labels, and answers when the person and the printer have; only where
   * `desk.state` says `printers`. Handed to the printer is not out of it: a person says so by `labels.printed`. `printer` where
   * nothing was handed over; params: reason `busy`, `no-printer` or `failed`, with what the system said as `said`
   */
  'labels.print': asks<{ end: 'handed-over' | 'cancelled'; labels: number; problems: LabelsMade['problems'] }>()(
    'desk',
    z.strictObject({ ids, reversed: z.boolean().default(false) }),
  ),
  /**
   * opens the print dialog of the host with a page the screens drew, on paper of A4 unless the person chooses another; as `labels.print`
   * otherwise. The page is HTML with its styles within: no script of it runs, and it can fetch nothing
   */
  'sheet.print': asks<{ end: 'handed-over' | 'cancelled' }>()(
    'desk',
    z.strictObject({ page: z.string().min(1).max(16_000_000) }),
  ),
  /** a person says that these came out of the printer */
  'labels.printed': asks<{ ids: string[] }>()('desk', z.strictObject({ commandId, ids, operator })),
  'labels.pdf': asks<{ path: string; labels: number; problems: { id: string; key: string; message: string }[] }>()(
    'reader',
    z.strictObject({ path: z.string().min(1).max(4096), ids: ids.optional() }),
  ),

  /** a checked copy of the database in a folder, named by its time; the desk goes on working */
  'backup.make': asks<{ path: string; entries: number }>()(
    'reader',
    z.strictObject({ to: z.string().min(1).max(4096) }),
  ),
  /** reads everything; whole: the structure, the hash of every request, and every capture the journal knows */
  'backup.verify': asks<{
    whole: boolean;
    entries: number;
    structure: string[];
    damaged: string[];
    journal: { lines: number; missing: string[]; damagedLines: number };
  }>()('reader', nothing),

  /** where this run delivers to and asks, without delivering yet; `other-target` where the folder is bound elsewhere */
  'service.use': asks<Target>()('desk', service),
  'sync.start': asks<SyncStatus>()('desk', service),
  'sync.stop': asks<SyncStatus>()('desk', nothing),
  'sync.status': asks<SyncStatus>()('desk', nothing),
  'sync.now': asks<SyncStatus>()('desk', nothing),

  'settings.get': asks<Settings>()('desk', nothing),
  'settings.set': asks<Settings>()('desk', z.strictObject({ values: z.record(z.string(), z.unknown()) })),
  'desk.state': asks<DeskState>()('desk', nothing),
  /** sets the service of the live folder; `other-target` when it is bound elsewhere, `bad-address` when it is none */
  'desk.setService': asks<DeskState>()(
    'desk',
    z.strictObject({ commandId, address: z.string().max(2000), account: z.string().max(200).default('') }),
  ),
  /** null forgets it. Write-only: nothing reads a secret back */
  'desk.setSecret': asks<DeskState>()('desk', z.strictObject({ commandId, value: z.string().max(10_000).nullable() })),
  /** goes to the other folder; `drafts` brings what was typed in practice along to live, as drafts */
  'desk.switch': asks<DeskState & { drafts?: DraftsBrought }>()(
    'desk',
    z.strictObject({ commandId, to: z.enum(['practice', 'live']), drafts: z.boolean().default(false) }),
  ),
  /** what a screen keeps at this desk under a name: a form half typed, a person's language; null forgets. Not for secrets */
  'desk.remember': asks<{ at: number }>()(
    'desk',
    z.strictObject({ name: z.string().regex(/^[a-z0-9./-]{1,100}$/), value: z.unknown() }),
  ),
  'desk.recall': asks<{ value: unknown; at: number | null }>()(
    'reader',
    z.strictObject({ name: z.string().regex(/^[a-z0-9./-]{1,100}$/) }),
  ),
  'target.get': asks<{ bound: Target | null }>()('reader', nothing),
  /** trouble of the folder that stops no delivery by itself */
  'desk.warnings': asks<{ warnings: DeskState['warnings'] }>()('desk', nothing),

  'lookup.ask': asks<Lookup>()('desk', z.strictObject({ request })),
  ...lookupProcedures,
  ...memoryProcedures,
  ...searchProcedures,
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
  | { kind: 'import'; importId?: string; done: number; of: number }
  | { kind: 'labels'; done: number; of: number }
  | { kind: 'export'; done: number; of: number }
  /** fresh answers are known of these; the same procedure with mode `last` tells them */
  | { kind: 'lookup'; about: LookupAbout; subjects: string[] | 'many' }
  | { kind: 'settings' }
  /** practice or live, secret, warnings: whatever `desk.state` tells */
  | { kind: 'desk' };
export interface NumberedEvent {
  n: number;
  event: DeskEvent;
}

export type { FieldIssue };
