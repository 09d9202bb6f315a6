import { z } from 'zod';
import { warningCodes } from '../../shared/contract/desk-state.ts';
import { problemKinds } from '../../shared/contract/problem.ts';
import { channelLefts } from '../../shared/printing/print-end.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { noAnswerCauses } from '../../shared/outbox/no-answer-causes.ts';

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
const status = z.int().min(100).max(599).nullable();
const version = z.string().regex(/^\d{1,4}(\.\d{1,6}){1,3}(-[a-z0-9.]{1,20})?$/);
const mode = z.enum(['practice', 'live']);

/** Where a fault was: names of functions and files of the program, as the program's own text has them; no folder, and nothing a person typed. */
const place = z.string().regex(/^[\w.$<>#:[\] *-]{1,200}$/);
const fault = {
  name: z.string().regex(/^\w{1,60}$/),
  code: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional(),
  frames: z.array(place).max(12),
};

const line = <E extends string, F extends z.ZodRawShape>(event: E, fields: F) =>
  z.strictObject({ event: z.literal(event), ...fields });

/**
 * All that the log can hold: words of lists, numbers and versions. What is entered at the desk, read from the service or set has no
 * field here, so that no message can carry it in.
 */
const entry = z.discriminatedUnion('event', [
  /** a program has begun; without `ended` before the next one it was killed */
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
  line('endpoint-paused', { endpoint, status }),
  line('endpoint-resumed', { endpoint }),
  line('endpoint-ill', { endpoint, why: z.enum(troubles), status, waiting: count }),
  line('endpoint-well', { endpoint }),
  /** the disk refuses what the sync writes */
  line('cannot-write', {}),
  line('writes-again', {}),
  line('warning', { code: z.enum(warningCodes) }),
  line('warning-over', { code: z.enum(warningCodes) }),
  line('cannot-deliver', { kind: z.enum(problemKinds) }),
  line('delivers-again', {}),
  /** a label printer is asked how it stands where its labels go, and not on its status channel any more */
  line('printer-channel-left', { why: z.enum(channelLefts) }),
  /** a fault of the program itself */
  line('fault', fault),
  /** the last thing a program did before it ended by a fault */
  line('crashed', fault),
  /** the window's page ended by itself, as Electron names it */
  line('page-gone', { reason: z.enum(['crashed', 'killed', 'oom', 'launch-failed', 'other']) }),
  /** lines that the disk did not take */
  line('lost', { lines: count }),
]);

/** An event with its fields, as who writes it gives it. */
export type LogEntry = z.infer<typeof entry>;
export type LogLevel = 'error' | 'warn' | 'info';
/** A line of the log; `at` in ISO 8601, UTC. */
export type LogRecord = LogEntry & { at: string; level: LogLevel };

/** How much somebody who reads it has to look at it. */
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
  fault: 'error',
  crashed: 'error',
  'page-gone': 'error',
  lost: 'warn',
};

/** The line of an entry; null where a field is none of its event's, or is not as it has to be: such an entry is not written. */
export function recordOf(given: unknown, now: number): LogRecord | null {
  const { data } = entry.safeParse(given);
  return data ? { at: new Date(now).toISOString(), level: levels[data.event], ...data } : null;
}

/** A line as the log has it; null where it is none, as when somebody else wrote into the file. */
export function readRecord(line: string): LogRecord | null {
  try {
    const { at, level: _level, ...given } = JSON.parse(line) as LogRecord;
    const now = Date.parse(at);
    return Number.isFinite(now) ? recordOf(given, now) : null;
  } catch {
    return null;
  }
}
