import { endpointOf } from '../../shared/service/endpoints.ts';
import { problem } from '../../shared/contract/problem.ts';
import { why } from '../../shared/outbox/whys.ts';
import { setWait } from './apply-change.ts';
import type { EntryRecord } from './entry-record.ts';
import type { OutboxContext } from './outbox-context.ts';

/** Some endpoint tells what became of it. */
const tells = ({ endpoint }: EntryRecord): boolean => endpointOf(endpoint).outcome.length > 0;

/** Acts of a person that change no state: end a wait, let an entry go before others, tick the cancel list. */
export function rescheduleVerbs({ find, marks, needs, host, noteAct }: OutboxContext) {
  return {
    /** Ends the wait of an entry, whatever it waits for, and asks the status of a refused one that may be there; nothing where it waits for no clock. */
    tryNow(id: string): void {
      const mark = find(id);
      const now = host.now();
      if (mark.state === 'queued') setWait(mark, null);
      else if (
        ((mark.state === 'unsure' || mark.state === 'refused') && mark.wait_set_at !== null) ||
        (tells(mark) && (mark.state === 'accepted' || (mark.state === 'refused' && mark.maybe_taken === 1)))
      ) {
        setWait(mark, { setAt: now, forMs: 0 });
      } else return;
      marks.save(mark, mark.state);
    },
    /** "Send anyway": it no longer waits for earlier entries. */
    sendAnyway(id: string, operator: string): void {
      const mark = find(id);
      if (mark.state !== 'queued')
        throw problem('wrong-state', 'Only a queued entry can be sent anyway.', { state: mark.state });
      needs.waive(mark.seq);
      mark.held_by = null;
      setWait(mark, null);
      noteAct(mark, 'send-anyway', operator, why('sent-anyway'));
      marks.save(mark, 'queued');
    },
    /** The old order of a replacement was cancelled at the service, by a person. */
    cancelled(id: string, operator: string): void {
      const mark = find(id);
      if (mark.to_cancel === 0)
        throw problem('wrong-state', 'This entry is not on the cancel list.', { state: mark.state });
      mark.to_cancel = 0;
      noteAct(mark, 'cancelled', operator, why('cancelled-there'));
      marks.save(mark, mark.state);
    },
  };
}
