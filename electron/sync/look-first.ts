import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { why } from '../../shared/outbox/whys.ts';
import type { ClaimedEntry } from '../outbox/entry.ts';
import type { Verdict } from '../service/verdict.ts';
import { askStatus } from './ask-status.ts';
import { readOutcome } from './read-outcome.ts';
import { statusReadsOf } from './read.ts';
import type { SyncContext } from './sync-context.ts';

/**
 * An order that failed at the service may have been made since, if someone corrected it there, and repeating 1 or 2
 * would make it again: its status is checked before it is sent again. This covers every entry with a stored status
 * record, because the last record may no longer show the failure.
 */
export const mayHaveRecovered = (claimed: ClaimedEntry): boolean =>
  endpointOf(claimed.endpoint).repeat === 'ask-status' &&
  !isCreateNewOrder(claimed.request.body) &&
  claimed.lastRecord !== null;

/**
 * Checks the status before a resend and returns a verdict if nothing is to be sent; null: send it. Meanwhile the
 * service may have sent a Retry-After for the endpoint.
 */
export async function checkStatusBeforeResend(claimed: ClaimedEntry, context: SyncContext): Promise<Verdict | null> {
  const answer = await askStatus(claimed, statusReadsOf(context));
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
    const isHeld = context.concurrency.isHeld(claimed.endpoint, context.clock.monotonic());
    return isHeld ? { kind: 'paused', why: why('too-many-requests'), pause: null } : null;
  }
}

const hasFailed = ({ endpoint, request }: ClaimedEntry, record: unknown): boolean =>
  readOutcome(endpoint, request.body, record).is === 'failed';
