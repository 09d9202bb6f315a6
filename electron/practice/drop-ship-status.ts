import type { DropShipBoxRecord, DropShipRecord, LabelOrderRecord } from '../../shared/service/drop-ship-record.ts';
import type { PracticeObject } from './book.ts';
import type { Creation } from './creation.ts';
import { milestones } from './journey.ts';
import { lifeOf, isoTime, isoTimeIf } from './order-life.ts';
import { svcId } from './service-numbers.ts';
import { isRemote, shippingCosts } from './shipping-cost.ts';

// The document shows no value except "Creating"; these two are the practice service's own.
const statusWord = (stage: Creation['stage']): string =>
  stage === 'made' || stage === 'provisional' ? 'Created' : stage === 'failed' ? 'CreateFailed' : 'Creating';

/** Unknown fields are left out, since JSON has no value for them that fits the documented types. */
type WithUndefined<T> = { [Name in keyof T]: T[Name] | undefined };

/** Drop-ship order record of endpoints 1 and 16, at `now`. */
export function dropShipStatus(made: PracticeObject, now: number): WithUndefined<DropShipRecord> {
  const life = lifeOf(made, now);
  const { facts, creation } = life;
  const received = life.since(milestones.received);
  const delivered = life.since(milestones.delivered);
  return {
    WeightInit: facts.weight,
    PackingInit: facts.packing,
    Weight: received === undefined ? undefined : facts.weight,
    Packing: received === undefined ? undefined : facts.packing,
    ChargedWeight: received === undefined ? undefined : facts.weight,
    ServerSource: 'Practice',
    Country: facts.shipTo.Country,
    ServiceCode: facts.serviceCode,
    MailingDate: isoTimeIf(life.since(milestones.departed)),
    CodAmount: facts.cod?.amount,
    CodAmountCurrency: facts.cod?.currency,
    TrackingState: delivered !== undefined ? 2 : received !== undefined ? 1 : 0,
    PackageId: made.key,
    SvcPackageId: svcId(made.seq),
    Status: statusWord(creation.stage),
    HandleStatus: creation.stage === 'initial' ? 'Initial' : 'Submitted',
    TrackingNumber: life.number,
    IsFinalTrackingNumber: life.number === undefined ? undefined : life.isFinal,
    ShippingProvider: life.numberedAt === null ? undefined : 'Practice Post',
    RetryCount: creation.retryCount,
    CreateFailedReason: creation.stage === 'failed' ? life.fate.reason : undefined,
    ShippingCosts: received === undefined ? [] : shippingCosts(facts.weight, made.key),
    HasRemoteFee: isRemote(made.key),
    WarehouseReceivedTime: isoTimeIf(received),
    WarehouseDepartedTime: isoTimeIf(life.since(milestones.departed)),
    DestinationAscanTime: isoTimeIf(life.since(milestones.arrived)),
    DeliveredTime: isoTimeIf(delivered),
    CreatedTime: isoTime(made.madeAt),
  };
}

/** The same record in the form of endpoint 2. */
export function labelOrderStatus(made: PracticeObject, now: number): WithUndefined<LabelOrderRecord> {
  const {
    TrackingState: _state,
    DestinationAscanTime: _arrived,
    DeliveredTime: _delivered,
    ...record
  } = dropShipStatus(made, now);
  return record;
}

/** Drop-ship order record with boxes, endpoint 18. */
export function boxOrderStatus(made: PracticeObject, now: number): WithUndefined<DropShipBoxRecord> {
  const life = lifeOf(made, now);
  const record = dropShipStatus(made, now);
  const measured = life.since(milestones.received) !== undefined;
  return {
    ContainerInfos: life.facts.boxes.map(({ CustomContainerNo, Weight, Length, Width, Height }) => ({
      CustomContainerNo,
      WeightInit: Weight,
      LengthInit: Length,
      WidthInit: Width,
      HeightInit: Height,
      ...(measured && { Weight, Length, Width, Height }),
    })),
    PackageId: record.PackageId,
    SvcPackageId: record.SvcPackageId,
    Status: record.Status,
    HandleStatus: record.HandleStatus,
    TrackingNumber: record.TrackingNumber,
    ExtraTrackNumber: record.ExtraTrackNumber,
    IsFinalTrackingNumber: record.IsFinalTrackingNumber,
    ShippingProvider: record.ShippingProvider,
    RetryCount: record.RetryCount,
    CreateFailedReason: record.CreateFailedReason,
    ShippingCosts: record.ShippingCosts,
    HasRemoteFee: record.HasRemoteFee,
    WarehouseReceivedTime: record.WarehouseReceivedTime,
    WarehouseDepartedTime: record.WarehouseDepartedTime,
    DestinationAscanTime: record.DestinationAscanTime,
    DeliveredTime: record.DeliveredTime,
    CreatedTime: record.CreatedTime,
  };
}
