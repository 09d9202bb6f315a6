import { hash } from 'node:crypto';
import { z } from 'zod';
import { states } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import { actEvents, type PersonAct } from '../outbox/read-acts.ts';

/** End of the last four-digit year (ms): the names of a journal's days allow no later ones. */
const latest = Date.UTC(10_000, 0) - 1;
/** Longest id, and longest name of an operator or a desk (characters), with room beyond what a desk assigns. */
const longestId = 64;
const longestName = 200;

const id = z.string().min(1).max(longestId);
const content = { query: z.record(z.string(), z.unknown()), body: z.unknown() };
const about = { id, at: z.int().min(0).max(latest), endpoint: z.int(), operator: z.string().max(longestName) };

/**
 * The format before there were versions: content that some action gave an entry; whether it was a draft is not
 * recorded.
 */
const oldLine = z.object({ v: z.undefined().optional(), ...about, ...content });

/** One action of a user. `generation` and `step` locate it in the history of the folder that wrote it. */
const actLine = z.object({
  v: z.literal(2),
  generation: z.int().min(1),
  /** `nameOfDesk` of the desk that wrote it; missing in older lines */
  desk: z.string().max(longestName).optional(),
  step: z.int().min(1),
  ...about,
  key: z.string(),
  event: z.enum(actEvents),
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

export type OldLine = z.infer<typeof oldLine>;
export type ActLine = Omit<z.infer<typeof actLine>, 'why'> & { why: Why };
export type JournalLine = OldLine | ActLine;

/**
 * Formats an action as a line, with the hash of its text before it. `desk`: `nameOfDesk`, null if it has no name yet.
 */
export function writeLine(act: PersonAct, generation: number, desk: string | null): string {
  const { replaces, replacedBy, toCancel, request, otherReached, ...told } = act;
  const line = {
    v: 2,
    ...(desk !== null && { desk }),
    generation,
    ...told,
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
    ...(toCancel === 1 && { toCancel: true }),
    ...(otherReached && { reached: 'other' }),
  };
  const text = JSON.stringify(line);
  // the request is already stored as JSON on one line
  return hashed(request === null ? text : `${text.slice(0, -1)},"request":${request}}`);
}

/** Formats a line that was read. */
export const textOf = (line: object): string => hashed(JSON.stringify(line));

const hashed = (text: string): string => `${hashOf(text)} ${text}\n`;

/** Returns null if the line is truncated, altered, or of a format this program does not know. */
export function readLine(line: string): JournalLine | null {
  const text = hashedText(line);
  if (text === null) return null;
  try {
    const given: unknown = JSON.parse(text);
    const read = (isOld(given) ? oldLine : actLine).safeParse(given);
    return read.success ? (read.data as JournalLine) : null;
  } catch {
    return null;
  }
}

/** Returns the text after the hash of a line; null if it is truncated or altered. */
export function hashedText(line: string): string | null {
  const text = line.slice(65);
  return line[64] === ' ' && hashOf(text) === line.slice(0, 64) ? text : null;
}

const isOld = (line: unknown): boolean => typeof line === 'object' && line !== null && !('v' in line);

const hashOf = (text: string): string => hash('sha256', text);
