/**
 * What went wrong, as data, for screens and the command line; `message` says in plain English what to do, `params` lets
 * a screen say it in another language.
 */
export const problemKinds = [
  'invalid', // the request breaks the contract; `issues` names the fields
  'unknown-entry',
  'wrong-state', // the entry has another state by now; params: state, event
  'maybe-taken', // needs a status check or a person's decision first
  'needed-by', // others wait for this entry; params: count
  'key-in-use', // another entry of this desk has the key; params: key, entryId
  'key-used-twice', // two rows of one file; params: key, row
  'other-target', // the folder is bound to another service; params: bound, asked
  'folder-in-use', // params: holder
  'folder-gone', // deleted or moved while the desk worked; params: folder
  'folder-superseded', // its desk now works in another folder; params: folder, by, reason, at
  'needs-right', // params: right, reason (a NeedsRightReason), name; holders: their names, one a line, if the open folder does not know them
  'target-unknown', // no person on this machine has confirmed this target for a secret; params: bound
  'newer-database', // params: found, known
  'damaged', // the file or a row fails its check; params: folder
  'locked', // a backup the given key does not open; params: reason (none-given, mistyped, wrong, open-beside-locked, older-key, no-lock), group
  'disk', // the disk refuses writes or reports errors; params: reason (a DiskReason), folder
  'bad-address', // not an address of a service
  'bad-file', // params: reason
  'bad-setting',
  'not-shown', // the answer cannot be shown as expected
  'offline', // the service was not reached
  'paused', // the sync is paused; params: why
  'service', // the service answered with a refusal; params: status
  'label', // a label cannot be drawn
  'printer', // nothing was handed to a printer; params: reason, said
  'cancelled',
  'desk-gone', // the screen's own desk did not answer; the same command may be sent again
  'not-let-in', // the page was not opened with the address printed at this start of the host
  'unknown-command', // no such procedure or command
  'internal', // a bug
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface FieldIssue {
  /** part of the request */
  in: 'request' | 'path' | 'query' | 'body';
  /** JSONPath within that part, as `$.Package.PackageId` */
  path: string;
  code: string;
  params: Record<string, string | number>;
  /** plain English: what to do */
  message: string;
}

export interface Problem {
  kind: ProblemKind;
  message: string;
  params?: Record<string, string | number>;
  issues?: FieldIssue[];
}

export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(kind: ProblemKind, message: string, params?: Record<string, string | number>): Result<never> {
  return { ok: false, problem: { kind, message, ...(params && { params }) } };
}

/** A thrown problem; `electron/platform/link` turns it back into data. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function problem(kind: ProblemKind, message: string, params?: Record<string, string | number>): ProblemError {
  return new ProblemError({ kind, message, ...(params && { params }) });
}
