import type { Fate } from './fate.ts';

/** Progress of an order's creation. */
export interface Creation {
  stage: 'initial' | 'submitted' | 'failed' | 'provisional' | 'made' | 'deleted';
  retryCount: number;
}

const submittedAfter = 0.3; // as a share of the time to the decision
const healsAfter = 6;
const finalAfter = 8;
const retryEvery = 2;
const maxRetries = 5;

/** The creation state of an order at an age (ms), for moments of `moment` ms. */
export function creationAt(age: number, moment: number, { ending, decidedAfter }: Fate): Creation {
  const moments = age / moment;
  const since = moments - decidedAfter;
  if (ending === 'held' || moments < decidedAfter * submittedAfter) return { stage: 'initial', retryCount: 0 };
  if (since < 0) return { stage: 'submitted', retryCount: 0 };
  const retryCount = Math.min(maxRetries, 1 + Math.floor(since / retryEvery));
  switch (ending) {
    case 'fails':
      return { stage: 'failed', retryCount };
    case 'heals':
      return since < healsAfter
        ? { stage: 'failed', retryCount }
        : { stage: 'made', retryCount: 1 + healsAfter / retryEvery };
    case 'deleted':
      return { stage: 'deleted', retryCount: 0 };
    case 'provisional':
      return { stage: since < finalAfter ? 'provisional' : 'made', retryCount: 0 };
    case 'made':
      return { stage: 'made', retryCount: 0 };
  }
}

/** Age (ms) at which an order gets its first tracking number; null: never. */
export function numberedAfter(moment: number, { ending, decidedAfter }: Fate): number | null {
  if (ending === 'held' || ending === 'fails' || ending === 'deleted') return null;
  return (decidedAfter + (ending === 'heals' ? healsAfter : 0)) * moment;
}
