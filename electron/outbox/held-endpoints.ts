import { z } from 'zod';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { FactStore } from './facts.ts';

const name = 'held-endpoints';
const kept = z.array(
  z.strictObject({ endpoint: z.custom<EndpointNumber>(isEndpointNumber), setAt: z.number(), forMs: z.number() }),
);

/** What the service asked to wait with while a folder was being closed, as its waits are kept: from when, and for how long (ms). */
export interface HeldEndpoint {
  endpoint: EndpointNumber;
  setAt: number;
  forMs: number;
}

/**
 * Endpoints that the service asked to wait with while the folder was being closed: whoever closed it did not know of that, and it holds for
 * who opens the folder next. A wait is over where its time is, and where the clock stands before it was set.
 */
export function heldEndpointStore(facts: Pick<FactStore, 'get' | 'set' | 'isWhole'>) {
  const stored = (): string => facts.get(name) ?? '[]';
  return {
    /** How long each is still to be waited with (ms). */
    left(now: number): { endpoint: EndpointNumber; ms: number }[] {
      try {
        if (!facts.isWhole(name)) return [];
        return kept.parse(JSON.parse(stored())).flatMap(({ endpoint, setAt, forMs }) => {
          const ms = setAt + forMs - now;
          return setAt > now || ms <= 0 ? [] : [{ endpoint, ms }];
        });
      } catch {
        return [];
      }
    },
    /** In place of those of before. */
    write(held: readonly HeldEndpoint[]): void {
      const text = JSON.stringify(held);
      if (text !== stored()) facts.set(name, text);
    },
  };
}
