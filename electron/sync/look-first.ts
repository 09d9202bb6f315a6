import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { Claimed } from '../outbox/entry.ts';
import type { Verdict } from '../service/verdict.ts';
import { askStatus } from './ask-status.ts';
import { readOutcome } from './read-outcome.ts';
import { askingOf } from './read.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * What failed at the service may have been made there since somebody corrected it, and a repeat of 1 and 2 would make it once more:
 * its status is asked before it is sent again. So is whatever a status was read of, for the last one read may say nothing of the
 * failure any more.
 */
export const mayHaveHealed = (claimed: Claimed): boolean =>
  endpointOf(claimed.endpoint).repeat === 'ask-status' &&
  !isCreateNewOrder(claimed.request.body) &&
  claimed.lastRecord !== null;

/**
 * Answers what the status comes to where nothing is to be sent; null: it is to be sent. While it was asked the service may have told
 * others of its kind to wait.
 */
export async function lookFirst(claimed: Claimed, work: SyncContext): Promise<Verdict | null> {
  const answer = await askStatus(claimed, askingOf(work));
  switch (answer.kind) {
    case 'absent':
      return unlessHeld();
    case 'paused':
    case 'unreached':
      return { kind: 'paused', why: why('not-looked-first'), pause: null };
    case 'unread':
      return { kind: 'again', why: why('not-looked-first'), afterMs: answer.afterMs, taken: false, pause: null };
    case 'found': {
      const { record } = answer;
      if (hasFailed(claimed, record)) return unlessHeld();
      const ours = claimed.reached === 'same';
      return { kind: 'not-changed', ours, record, said: null, newText: false, pause: null };
    }
  }

  function unlessHeld(): Verdict | null {
    const isHeld = work.concurrency.isHeld(claimed.endpoint, work.clock.monotonic());
    return isHeld ? { kind: 'paused', why: why('too-many-requests'), pause: null } : null;
  }
}

const hasFailed = ({ endpoint, request }: Claimed, record: unknown): boolean =>
  readOutcome(endpoint, request.body, record).is === 'failed';
