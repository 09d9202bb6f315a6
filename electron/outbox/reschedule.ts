import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import { setWait } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import type { OutboxContext } from './outbox-context.ts';

/** Whether some endpoint reports the outcome of such an entry. */
const hasOutcomeEndpoint = ({ endpoint }: EntryRecord): boolean => endpointOf(endpoint).outcome.length > 0;

/** Actions of a person that change no state: end a wait, skip dependencies, tick the cancel list. */
export function rescheduleVerbs({ find, records, needs, host, recordAction: noteAct }: OutboxContext) {
  return {
    /**
     * Ends the wait of an entry of any kind, and schedules a status check of a refused entry that may be at the
     * service; does nothing for an entry without a timed wait.
     */
    tryNow(id: string): void {
      const record = find(id);
      const now = host.now();
      if (record.state === 'queued') setWait(record, null);
      else if (
        ((record.state === 'unsure' || record.state === 'refused') && record.wait_set_at !== null) ||
        (hasOutcomeEndpoint(record) &&
          (record.state === 'accepted' || (record.state === 'refused' && record.maybe_taken === 1)))
      ) {
        setWait(record, { setAt: now, forMs: 0 });
      } else return;
      records.save(record, record.state);
    },
    /** "Send anyway": stops waiting for earlier entries. */
    sendAnyway(id: string, operator: string): void {
      const record = find(id);
      if (record.state !== 'queued')
        throw problem('wrong-state', 'Only a queued entry can be sent anyway.', { state: record.state });
      needs.waive(record.seq);
      record.held_by = null;
      setWait(record, null);
      noteAct(record, 'send-anyway', operator, why('sent-anyway'));
      records.save(record, 'queued');
    },
    /** Records that a person has cancelled the replaced order at the service. */
    markCancelled(id: string, operator: string): void {
      const record = find(id);
      if (record.to_cancel === 0)
        throw problem('wrong-state', 'This entry is not on the cancel list.', { state: record.state });
      record.to_cancel = 0;
      noteAct(record, 'cancelled', operator, why('cancelled-there'));
      records.save(record, record.state);
    },
  };
}
