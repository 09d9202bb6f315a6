import { hash } from 'node:crypto';
import { z } from 'zod';
import { states } from '../../shared/outbox/states.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import { actEvents, type PersonAct } from '../outbox/read-acts.ts';

/** The last moment of a year of four digits (ms): days of journals are named by such. */
const latest = Date.UTC(10_000, 0) - 1;
/** Longest id, and longest name of a person or a desk (characters), with room over what a desk gives. */
const longestId = 64;
const longestName = 200;

const id = z.string().min(1).max(longestId);
const content = { query: z.record(z.string(), z.unknown()), body: z.unknown() };
const about = { id, at: z.int().min(0).max(latest), endpoint: z.int(), operator: z.string().max(longestName) };

/** The form of before versions: a content some entry was given, by whatever act; whether it was a draft it does not say. */
const oldLine = z.object({ v: z.undefined().optional(), ...about, ...content });

/** One thing a person did. `generation` and `step` place it in the history of the folder that wrote it. */
const actLine = z.object({
  v: z.literal(2),
  generation: z.int().min(1),
  /** `nameOfDesk` of the desk that wrote it; older lines do not say */
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
  /** the entry in whose place it was captured, and the one that was put in its place */
  replaces: id.optional(),
  replacedBy: id.optional(),
  /** left with a person to cancel at the service */
  toCancel: z.literal(true).optional(),
  /** what the entry asks for since, where the act gave it its content */
  request: z.object(content).optional(),
  /** under its key the service may have other content than that, which a line that is written late does not tell any more */
  reached: z.literal('other').optional(),
});

export type OldLine = z.infer<typeof oldLine>;
export type ActLine = Omit<z.infer<typeof actLine>, 'why'> & { why: Why };
export type JournalLine = OldLine | ActLine;

/** The line of an act, with the hash of its text before it and its end behind it. `desk`: `nameOfDesk`, null where it has no name yet. */
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
  // it is kept as JSON in one line already
  return hashed(request === null ? text : `${text.slice(0, -1)},"request":${request}}`);
}

/** What was read, as a line again. */
export const textOf = (line: object): string => hashed(JSON.stringify(line));

const hashed = (text: string): string => `${hashOf(text)} ${text}\n`;

/** Null where the line is torn, altered, or of a form this program does not know. */
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

/** The text of a line behind its hash; null where it is torn or altered. */
export function hashedText(line: string): string | null {
  const text = line.slice(65);
  return line[64] === ' ' && hashOf(text) === line.slice(0, 64) ? text : null;
}

const isOld = (line: unknown): boolean => typeof line === 'object' && line !== null && !('v' in line);

const hashOf = (text: string): string => hash('sha256', text);
