import { createHash } from 'node:crypto';
import { z } from 'zod';
import { states } from '../../shared/outbox-states.ts';
import type { Why } from '../../shared/whys.ts';
import { actEvents, type PersonAct } from '../outbox/read-acts.ts';

const content = { query: z.record(z.string(), z.unknown()), body: z.unknown() };
const about = { id: z.string().min(1), at: z.number(), endpoint: z.int(), operator: z.string() };

/** The form of before versions: a content some entry was given, by whatever act; whether it was a draft it does not say. */
const oldLine = z.object({ v: z.undefined(), ...about, ...content });

/** One thing a person did. `generation` and `step` place it in the history of the folder that wrote it. */
const actLine = z.object({
  v: z.literal(2),
  generation: z.int().min(1),
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
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
  /** what the entry asks for since, where the act gave it its content */
  request: z.object(content).optional(),
});

export type OldLine = z.infer<typeof oldLine>;
export type ActLine = Omit<z.infer<typeof actLine>, 'why'> & { why: Why };
export type JournalLine = OldLine | ActLine;

const anyLine = z.discriminatedUnion('v', [oldLine, actLine]);

/** The line of an act, with the hash of its text before it and its end behind it. */
export function writeLine(act: PersonAct, generation: number): string {
  const { step, at, id, endpoint, key, operator, event, from, to, why, replaces, replacedBy, request } = act;
  const line = {
    v: 2,
    generation,
    step,
    at,
    id,
    endpoint,
    key,
    operator,
    event,
    from,
    to,
    why,
    ...(replaces !== null && { replaces }),
    ...(replacedBy !== null && { replacedBy }),
    ...(request !== null && { request: JSON.parse(request) as object }),
  };
  const text = JSON.stringify(line);
  return `${hashOf(text)} ${text}\n`;
}

/** Null where the line is torn, altered, or of a form this program does not know. */
export function readLine(line: string): JournalLine | null {
  const text = line.slice(65);
  if (line[64] !== ' ' || hashOf(text) !== line.slice(0, 64)) return null;
  try {
    const read = anyLine.safeParse(JSON.parse(text));
    return read.success ? (read.data as JournalLine) : null;
  } catch {
    return null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
