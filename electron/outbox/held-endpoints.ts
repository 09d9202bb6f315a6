import { z } from 'zod';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { FactStore } from './facts.ts';

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
export function retryAfterStore(facts: Pick<FactStore, 'get' | 'set' | 'isWhole'>) {
  const stored = (): string => facts.get(holdsFact) ?? '[]';
  return {
    /** Remaining wait of each endpoint (ms). */
    remaining(now: number): { endpoint: EndpointNumber; ms: number }[] {
      try {
        if (!facts.isWhole(holdsFact)) return [];
        return holdsSchema.parse(JSON.parse(stored())).flatMap(({ endpoint, setAt, forMs }) => {
          const ms = setAt + forMs - now;
          return setAt > now || ms <= 0 ? [] : [{ endpoint, ms }];
        });
      } catch {
        return [];
      }
    },
    /** Replaces the stored waits. */
    write(held: readonly RetryAfterHold[]): void {
      const text = JSON.stringify(held);
      if (text !== stored()) facts.set(holdsFact, text);
    },
  };
}
