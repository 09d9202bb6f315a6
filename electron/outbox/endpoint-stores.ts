import type { FailingEndpoint } from '../../shared/contract/entry-answers.ts';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { FactStore } from '../storage/database/facts.ts';
import { z } from 'zod';

const failingFact = 'ill-endpoints';
const failingSchema = z.array(
  z.strictObject({
    endpoint: z.int(),
    why: z.enum(['paused', 'fails', 'no-answer', 'busy']),
    status: z.int().nullable(),
    message: z.string().nullable(),
    since: z.number(),
  }),
);

/** Stores with the folder which endpoints were paused or failing when last called; a damaged value reads as none. */
export function failingEndpointStore(facts: Pick<FactStore, 'get' | 'set' | 'isIntact'>) {
  return {
    read(): FailingEndpoint[] {
      try {
        return facts.isIntact(failingFact) ? failingSchema.parse(JSON.parse(facts.get(failingFact) ?? '[]')) : [];
      } catch {
        return [];
      }
    },
    write: (failing: readonly FailingEndpoint[]): void => facts.set(failingFact, JSON.stringify(failing)),
  };
}

const holdsFact = 'held-endpoints';
const holdsSchema = z.array(
  z.strictObject({ endpoint: z.custom<EndpointNumber>(isEndpointNumber), setAt: z.number(), forMs: z.number() }),
);

/** A Retry-After received while a folder was closing: its start (ms) and length (ms). */
export interface RetryAfterHold {
  endpoint: EndpointNumber;
  setAt: number;
  forMs: number;
}

/**
 * Retry-After waits that arrived while the folder was closing: the closing side could not use them, so they are stored
 * for whatever opens the folder next. A wait is over when its time has passed, or when the clock is before its start.
 */
export function retryAfterStore(facts: Pick<FactStore, 'get' | 'set' | 'isIntact'>) {
  const storedText = (): string => facts.get(holdsFact) ?? '[]';
  return {
    /** Remaining wait of each endpoint (ms). */
    remaining(now: number): { endpoint: EndpointNumber; ms: number }[] {
      try {
        if (!facts.isIntact(holdsFact)) return [];
        return holdsSchema.parse(JSON.parse(storedText())).flatMap(({ endpoint, setAt, forMs }) => {
          const ms = setAt + forMs - now;
          return setAt > now || ms <= 0 ? [] : [{ endpoint, ms }];
        });
      } catch {
        return [];
      }
    },
    /** Replaces the stored waits. */
    write(holds: readonly RetryAfterHold[]): void {
      const text = JSON.stringify(holds);
      if (text !== storedText()) facts.set(holdsFact, text);
    },
  };
}
