import type { PracticeObject } from './book.ts';
import { creationAt, numberedAfter, type Creation } from './creation.ts';
import { fateOf, type Fate } from './fate.ts';
import { factsOf, type OrderFacts } from './order-facts.ts';
import { trackingNumber } from './service-numbers.ts';

/** The state of an order at one time; times in ms. */
export interface OrderLife {
  facts: OrderFacts;
  fate: Fate;
  creation: Creation;
  /**
   * The tracking number, or undefined: none (yet). A caller's own number is echoed while the order is still being
   * created.
   */
  number: string | undefined;
  isFinal: boolean;
  /** when it got its first number; null: it has none */
  numberedAt: number | null;
  /** the time `moments` after the first number; undefined while in the future */
  since(moments: number): number | undefined;
}

/** The state of an order at `now`: a pure function of its age. */
export function lifeOf(made: PracticeObject, now: number): OrderLife {
  const fate = fateOf(made);
  const facts = factsOf(made);
  const age = Math.max(0, now - made.madeAt);
  const creation = creationAt(age, made.moment, fate);
  const after = numberedAfter(made.moment, fate);
  const numberedAt = after === null || age < after ? null : made.madeAt + after;
  const isMade = creation.stage === 'made' || creation.stage === 'provisional';
  const echoed = facts.importTrackingNumber === '' ? undefined : facts.importTrackingNumber;
  const own = isMade ? trackingNumber(made.seq, creation.stage === 'provisional') : undefined;
  return {
    facts,
    fate,
    creation,
    number: echoed ?? own,
    isFinal: creation.stage === 'made',
    numberedAt,
    since(moments) {
      if (numberedAt === null) return undefined;
      const time = numberedAt + moments * made.moment;
      return time <= now ? time : undefined;
    },
  };
}

/** A time in the service's format. */
export const isoTime = (time: number): string => new Date(time).toISOString();

export const isoTimeIf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : isoTime(time);
