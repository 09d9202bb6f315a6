import { warningCodes } from '../../../shared/contract/desk-state.ts';
import { problemKinds } from '../../../shared/contract/problem.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { noAnswerCauses } from '../../../shared/outbox/whys.ts';
import { channelDropReasons } from '../../../shared/printing/print-states.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

type Pause = NonNullable<SyncStatus['pause']>['why'];
type Trouble = SyncStatus['troubledEndpoints'][number]['why'];
const connections = [
  'unknown',
  'online',
  'offline',
  'paused',
  'stopped',
] as const satisfies readonly SyncStatus['connection'][];
const pauses = ['unauthorized', 'redirect', 'tls', 'something-else-answered'] as const satisfies readonly Pause[];
const troubles = ['fails', 'no-answer', 'busy', 'slow'] as const satisfies readonly Trouble[];

const count = z.int().min(0);
const endpoint = z.int().min(1).max(99);
const httpStatus = z.int().min(100).max(599).nullable();
const version = z.string().regex(/^\d{1,4}(\.\d{1,6}){1,3}(-[a-z0-9.]{1,20})?$/);
const mode = z.enum(['practice', 'live']);

/** Location of a fault: names of functions and files of the program, without folders or entered data. */
const location = z.string().regex(/^[\w.$<>#:[\] *-]{1,200}$/);
const fault = {
  name: z.string().regex(/^\w{1,60}$/),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
  frames: z.array(location).max(12),
};

/** Small files of the desk that are set aside when they are damaged. */
export const storedFiles = ['secrets', 'places', 'place-mark', 'mounts', 'targets', 'zoom', 'window', 'scale'] as const;
export type StoredFile = (typeof storedFiles)[number];

const line = <E extends string, F extends z.ZodRawShape>(event: E, fields: F) =>
  z.strictObject({ event: z.literal(event), ...fields });

/**
 * Everything the log can contain: values of fixed lists, numbers and versions. No field can hold entered data, answers
 * of the service or settings.
 */
const entry = z.discriminatedUnion('event', [
  /** a program has started; if the next `started` comes without an `ended`, it was killed */
  line('started', {
    host: z.enum(['electron', 'browser', 'command-line']),
    version,
    node: version,
    electron: version.nullable(),
    platform: z.enum(['linux', 'win32', 'darwin', 'other']),
  }),
  line('ended', {}),
  line('mode', { mode }),
  line('connection', { is: z.enum(connections), cause: z.enum(noAnswerCauses).nullable() }),
  line('paused', { why: z.enum(pauses) }),
  line('resumed', {}),
  line('endpoint-paused', { endpoint, status: httpStatus }),
  line('endpoint-resumed', { endpoint }),
  line('endpoint-ill', { endpoint, why: z.enum(troubles), status: httpStatus, waiting: count }),
  line('endpoint-well', { endpoint }),
  /** the disk refuses the writes of the sync */
  line('cannot-write', {}),
  line('writes-again', {}),
  line('warning', { code: z.enum(warningCodes) }),
  line('warning-over', { code: z.enum(warningCodes) }),
  line('cannot-deliver', { kind: z.enum(problemKinds) }),
  line('delivers-again', {}),
  /** the status of a label printer is no longer queried on its status channel, but on the connection for labels */
  line('printer-channel-left', { why: z.enum(channelDropReasons) }),
  /** a damaged file was kept under another name, and a new one was begun */
  line('file-set-aside', { file: z.enum(storedFiles) }),
  /** a fault of the program itself */
  line('fault', fault),
  /** written just before the program ended by a fault */
  line('crashed', fault),
  /** the window's page ended unexpectedly; reasons as in Electron */
  line('page-gone', { reason: z.enum(['crashed', 'killed', 'oom', 'launch-failed', 'other']) }),
  /** lines that could not be written */
  line('lost', { lines: count }),
]);

/** An event with its fields, as passed by the caller. */
export type LogEntry = z.infer<typeof entry>;
export type LogLevel = 'error' | 'warn' | 'info';
/** A line of the log; `at` in ISO 8601, UTC. */
export type LogRecord = LogEntry & { at: string; level: LogLevel };

/** Severity of each event. */
const levels: Readonly<Record<LogEntry['event'], LogLevel>> = {
  started: 'info',
  ended: 'info',
  mode: 'info',
  connection: 'info',
  paused: 'warn',
  resumed: 'info',
  'endpoint-paused': 'warn',
  'endpoint-resumed': 'info',
  'endpoint-ill': 'warn',
  'endpoint-well': 'info',
  'cannot-write': 'error',
  'writes-again': 'info',
  warning: 'warn',
  'warning-over': 'info',
  'cannot-deliver': 'error',
  'delivers-again': 'info',
  'printer-channel-left': 'warn',
  'file-set-aside': 'warn',
  fault: 'error',
  crashed: 'error',
  'page-gone': 'error',
  lost: 'warn',
};

/** The record of an entry; null if a field is unknown or invalid: such an entry is not written. */
export function recordOf(fields: unknown, now: number): LogRecord | null {
  const { data } = entry.safeParse(fields);
  return data ? { at: new Date(now).toISOString(), level: levels[data.event], ...data } : null;
}

/** Parses a line of the log; null if the desk did not write it. */
export function readRecord(line: string): LogRecord | null {
  try {
    const { at, level: _level, ...fields } = JSON.parse(line) as LogRecord;
    const now = Date.parse(at);
    return Number.isFinite(now) ? recordOf(fields, now) : null;
  } catch {
    return null;
  }
}

/** Older files besides the current one; the oldest is removed at rotation. */
export const olderLogs = 4;

export const logFolderOf = (hostFolder: string): string => join(hostFolder, 'log');

/** `desk.log` is the current file, `desk.1.log` the one before it. */
export const logFile = (fileNumber?: number): string => (fileNumber ? `desk.${String(fileNumber)}.log` : 'desk.log');

/**
 * The newest `maxRecords` records of a log, oldest first. Lines that the desk did not write are left out, so that
 * readers may trust the content. A missing log has none.
 */
export async function readLog(folder: string, maxRecords: number): Promise<LogRecord[]> {
  let records: LogRecord[] = [];
  for (let fileNumber = 0; fileNumber <= olderLogs && records.length < maxRecords; fileNumber++) {
    const text = await readFile(join(folder, logFile(fileNumber)), 'utf8').catch(() => '');
    records = [...text.split('\n').flatMap((line) => readRecord(line) ?? []), ...records];
  }
  return records.slice(-maxRecords);
}
