import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Made } from './book.ts';
import { dropShipStatus, labelOrderStatus } from './drop-ship-status.ts';
import { svcId } from './service-numbers.ts';

/** Body of the answer to a create, or undefined where the document shows none. `changed` is false for a repeat. */
export function createReply(endpoint: CreateNumber, made: Made, changed: boolean, now: number): unknown {
  switch (endpoint) {
    case 1:
      return dropShipStatus(made, now);
    case 2:
      return labelOrderStatus(made, now);
    case 4:
      return { ShipmentId: made.key, SvcOrderId: svcId(made.seq) };
    case 8:
      return {
        CustomerOrderNo: made.key,
        SvcOrderId: svcId(made.seq),
        Success: true,
        Message: changed ? '' : 'Known already, not changed',
      };
    case 6:
    case 7:
    case 9:
    case 10:
    case 15:
      return undefined;
  }
}
