import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { PracticeObject } from './book.ts';
import { dropShipStatus, labelOrderStatus } from './drop-ship-status.ts';
import { practiceCreateOf } from './practice-create-of.ts';
import type { PracticeCreate } from './practice-creates.ts';
import { svcId } from './service-numbers.ts';

type Reply = (made: PracticeObject, changed: boolean, now: number) => unknown;

const replies: Readonly<Record<NonNullable<PracticeCreate['reply']>, Reply>> = {
  'drop-ship-record': (made, _changed, now) => dropShipStatus(made, now),
  'label-record': (made, _changed, now) => labelOrderStatus(made, now),
  shipment: ({ key, seq }) => ({ ShipmentId: key, SvcOrderId: svcId(seq) }),
  receipt: ({ key, seq }, changed) => ({
    CustomerOrderNo: key,
    SvcOrderId: svcId(seq),
    Success: true,
    Message: changed ? '' : 'Known already, not changed',
  }),
};

/** Body of the answer to a create, or undefined if the document shows none. `changed` is false for a repeat. */
export function createReply(endpoint: CreateNumber, made: PracticeObject, changed: boolean, now: number): unknown {
  const { reply } = practiceCreateOf(endpoint);
  return reply && replies[reply](made, changed, now);
}
