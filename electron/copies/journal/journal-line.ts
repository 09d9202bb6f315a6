import { states } from '../../../shared/outbox/states.ts';
import type { Why } from '../../../shared/outbox/whys.ts';
import { actionEvents, type OperatorAction } from '../../outbox/read-actions.ts';
import { hash } from 'node:crypto';
import { z } from 'zod';

/** Fact: number of the history after which the actions of this generation are in the journal. */
export const journalStartFact = 'journal-from';

/**
 * Fact: number of the history up to which retention has removed lines from the journal; lines missing up to there are
 * not written again.
 */
export const journalErasedFact = 'journal-erased';

/** Fact: day on which the journal was first found ahead of the database; empty if it is not ahead. */
export const journalAheadFact = 'journal-ahead-since';

/** Fact: progress of the second journal, and its folder. */
export const journalCopyFact = 'journal-copied';

/** End of the last four-digit year (ms): the names of a journal's days allow no later ones. */
const maxTime = Date.UTC(10_000, 0) - 1;
/** Longest id, and longest name of an operator or a desk (characters), with room beyond what a desk assigns. */
const maxIdLength = 64;
const maxNameLength = 200;

const id = z.string().min(1).max(maxIdLength);
const content = { query: z.record(z.string(), z.unknown()), body: z.unknown() };
const commonFields = {
  id,
  at: z.int().min(0).max(maxTime),
  endpoint: z.int(),
  operator: z.string().max(maxNameLength),
};

/**
 * The format before there were versions: content that some action gave an entry; whether it was a draft is not
 * recorded.
 */
const unversionedLine = z.object({ v: z.undefined().optional(), ...commonFields, ...content });

/** One action of a user. `generation` and `step` locate it in the history of the folder that wrote it. */
const actionLine = z.object({
  v: z.literal(2),
  generation: z.int().min(1),
  /** `nameOfDesk` of the desk that wrote it; missing in older lines */
  desk: z.string().max(maxNameLength).optional(),
  step: z.int().min(1),
  ...commonFields,
  key: z.string(),
  event: z.enum(actionEvents),
  from: z.enum(states).nullable(),
  to: z.enum(states),
  why: z.union([
    z.object({ said: z.string() }),
    z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }),
  ]),
  /** id of the entry it replaces (`replaces`), and of the entry that replaces it (`replacedBy`) */
  replaces: id.optional(),
  replacedBy: id.optional(),
  /** a user must cancel it at the service */
  toCancel: z.literal(true).optional(),
  /** new request of the entry, if the action changed it */
  request: z.object(content).optional(),
  /** the service may have other content than `request` under this key, which a line written late lacks */
  reached: z.literal('other').optional(),
});

export type UnversionedLine = z.infer<typeof unversionedLine>;
export type ActionLine = Omit<z.infer<typeof actionLine>, 'why'> & { why: Why };
export type JournalLine = UnversionedLine | ActionLine;

/**
 * Formats an action as a line, with the hash of its text before it. `desk`: `nameOfDesk`, null if it has no name yet.
 */
export function formatLine(action: OperatorAction, generation: number, desk: string | null): string {
  const { replaces, replacedBy, toCancel, request, otherReached, ...fields } = action;
  const line = {
    v: 2,
    ...(desk !== null && { desk }),
    generation,
    ...fields,
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
    ...(toCancel === 1 && { toCancel: true }),
    ...(otherReached && { reached: 'other' }),
  };
  const text = JSON.stringify(line);
  // the request is already stored as JSON on one line
  return withHash(request === null ? text : `${text.slice(0, -1)},"request":${request}}`);
}

/** Formats a line that was read. */
export const formatParsedLine = (line: object): string => withHash(JSON.stringify(line));

const withHash = (text: string): string => `${hashOf(text)} ${text}\n`;

/** Returns null if the line is truncated, altered, or of a format this program does not know. */
export function readLine(line: string): JournalLine | null {
  const text = verifiedText(line);
  if (text === null) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    const result = (isUnversioned(parsed) ? unversionedLine : actionLine).safeParse(parsed);
    return result.success ? (result.data as JournalLine) : null;
  } catch {
    return null;
  }
}

/** Returns the text after the hash of a line; null if it is truncated or altered. */
export function verifiedText(line: string): string | null {
  const text = line.slice(65);
  return line[64] === ' ' && hashOf(text) === line.slice(0, 64) ? text : null;
}

const isUnversioned = (line: unknown): boolean => typeof line === 'object' && line !== null && !('v' in line);

const hashOf = (text: string): string => hash('sha256', text);
