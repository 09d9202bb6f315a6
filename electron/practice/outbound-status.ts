import { practiceCreateOf } from './practice-create-of.ts';
import type { OutboundOrderRecord } from '../../shared/service/outbound-order-record.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PracticeDatabase, PracticeObject } from './book.ts';
import { milestones } from './journey.ts';
import { lifeOf, isoTime, isoTimeIf } from './order-life.ts';
import { seqOfSvcId, svcId } from './service-numbers.ts';
import { isRemote, shippingCosts } from './shipping-cost.ts';

const handleStatus = { initial: 'Initial', deleted: 'Delete' } as const;

/** Outbound order status record (endpoint 11) at `now`. */
export function outboundStatus(
  made: PracticeObject,
  now: number,
): { [N in keyof OutboundOrderRecord]: OutboundOrderRecord[N] | undefined } {
  const life = lifeOf(made, now);
  const { stage, retryCount } = life.creation;
  const isMade = stage === 'made' || stage === 'provisional';
  const shipped = life.since(milestones.departed);
  const packed = life.since(milestones.received);
  return {
    PackageId: made.key,
    SvcPackageId: svcId(made.seq),
    Status: isMade ? 'Created' : stage === 'failed' ? 'CreateFailed' : 'Creating',
    HandleStatus: stage === 'initial' || stage === 'deleted' ? handleStatus[stage] : 'Submitted',
    RetryCount: retryCount,
    UnShippedReason: stage === 'failed' ? life.fate.reason : undefined,
    ServiceCode: life.facts.serviceCode,
    TrackingNumber: life.number,
    IsFinalTrackingNumber: life.number === undefined ? undefined : life.isFinal,
    InternalNumber: isMade ? `W${made.seq}` : undefined,
    ShippingProvider: isMade ? 'Practice Post' : undefined,
    ShippingCosts: shipped === undefined ? [] : shippingCosts(life.facts.weight, made.key),
    Weight: life.facts.weight,
    HasRemoteFee: isRemote(made.key),
    SvcOrderShipOuted: isoTimeIf(shipped),
    SvcOrderShipOutedStr: shipped === undefined ? undefined : isoTime(shipped).slice(0, 10),
    SvcOrderShipOutedTimeStr: isoTimeIf(shipped),
    SvcOrderPackedTimeStr: isoTimeIf(packed),
    WarehouseId: (made.body as BodyOf<10>).WarehouseId,
    PricingProductCode: life.facts.serviceCode,
  };
}

/**
 * Finds an outbound order by its PackageId or by the service's own id: the meaning of other idType values is not
 * documented.
 */
export function findOutbound(book: PracticeDatabase, id: string): PracticeObject | undefined {
  const own = seqOfSvcId(id);
  const made = book.find('package', id) ?? (own === null ? undefined : book.findBySeq('package', own));
  return made && practiceCreateOf(made.endpoint).statusEndpoint === 11 ? made : undefined;
}
