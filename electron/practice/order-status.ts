import type { DropShipBoxRecord, DropShipRecord, LabelOrderRecord } from '../../shared/service/drop-ship-record.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InboundOrderRecord } from '../../shared/service/inbound-order.ts';
import type { OutboundOrderRecord } from '../../shared/service/outbound-order.ts';
import type { ShippingCost } from '../../shared/service/shared-objects.ts';
import { milestones } from './journey.ts';
import { type Creation, lifeOf, isoTime, isoTimeIf } from './order-life.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject, PracticeDatabase } from './practice-database.ts';
import { isSelected, svcId, seqOfSvcId } from './service-numbers.ts';
import { firstHalf, inboundLines, inboundSteps } from './stock-moves.ts';

/** Whether a parcel's destination has a remote-area surcharge. */
export const isRemote = (key: string): boolean => isSelected('remote', key, 20);

/** The costs of a parcel of `grams`, in yuan, calculated in whole cents. */
export function shippingCosts(grams: number, key: string): ShippingCost[] {
  const cost = (cents: number, remark: string) => ({
    Money: cents / 100,
    Currency: 'CNY',
    Type: 'None',
    Remark: remark,
  });
  const freight = cost(1800 + Math.ceil(grams) * 6, 'Freight');
  return isRemote(key) ? [freight, cost(2500, 'Remote area')] : [freight];
}

// the document defines only "Creating"; the other two are the practice service's own
const statusText = (stage: Creation['stage']): string =>
  stage === 'made' || stage === 'provisional' ? 'Created' : stage === 'failed' ? 'CreateFailed' : 'Creating';

/** A record whose unknown fields are undefined, and so missing in JSON: no JSON value of their types means unknown. */
type WithUndefined<T> = { [Name in keyof T]: T[Name] | undefined };

/** The record of a drop-ship order at `now`, for endpoints 1 and 16. */
export function dropShipStatus(object: PracticeObject, now: number): WithUndefined<DropShipRecord> {
  const life = lifeOf(object, now);
  const { facts, creation } = life;
  const received = life.timeAt(milestones.received);
  const delivered = life.timeAt(milestones.delivered);
  return {
    WeightInit: facts.weight,
    PackingInit: facts.packing,
    Weight: received === undefined ? undefined : facts.weight,
    Packing: received === undefined ? undefined : facts.packing,
    ChargedWeight: received === undefined ? undefined : facts.weight,
    ServerSource: 'Practice',
    Country: facts.shipTo.Country,
    ServiceCode: facts.serviceCode,
    MailingDate: isoTimeIf(life.timeAt(milestones.departed)),
    CodAmount: facts.cod?.amount,
    CodAmountCurrency: facts.cod?.currency,
    TrackingState: delivered !== undefined ? 2 : received !== undefined ? 1 : 0,
    PackageId: object.key,
    SvcPackageId: svcId(object.seq),
    Status: statusText(creation.stage),
    HandleStatus: creation.stage === 'initial' ? 'Initial' : 'Submitted',
    TrackingNumber: life.number,
    IsFinalTrackingNumber: life.number === undefined ? undefined : life.isFinal,
    ShippingProvider: life.numberedAt === null ? undefined : 'Practice Post',
    RetryCount: creation.retryCount,
    CreateFailedReason: creation.stage === 'failed' ? life.fate.reason : undefined,
    ShippingCosts: received === undefined ? [] : shippingCosts(facts.weight, object.key),
    HasRemoteFee: isRemote(object.key),
    WarehouseReceivedTime: isoTimeIf(received),
    WarehouseDepartedTime: isoTimeIf(life.timeAt(milestones.departed)),
    DestinationAscanTime: isoTimeIf(life.timeAt(milestones.arrived)),
    DeliveredTime: isoTimeIf(delivered),
    CreatedTime: isoTime(object.madeAt),
  };
}

/** The same record in the form of endpoint 2. */
export function labelOrderStatus(object: PracticeObject, now: number): WithUndefined<LabelOrderRecord> {
  const {
    TrackingState: _state,
    DestinationAscanTime: _arrived,
    DeliveredTime: _delivered,
    ...record
  } = dropShipStatus(object, now);
  return record;
}

/** The record of a drop-ship order with boxes at `now`, for endpoint 18. */
export function boxOrderStatus(object: PracticeObject, now: number): WithUndefined<DropShipBoxRecord> {
  const life = lifeOf(object, now);
  const record = dropShipStatus(object, now);
  const isMeasured = life.timeAt(milestones.received) !== undefined;
  return {
    ContainerInfos: life.facts.boxes.map(({ CustomContainerNo, Weight, Length, Width, Height }) => ({
      CustomContainerNo,
      WeightInit: Weight,
      LengthInit: Length,
      WidthInit: Width,
      HeightInit: Height,
      ...(isMeasured && { Weight, Length, Width, Height }),
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

const stepTexts = {
  submitted: 'Order submitted',
  shippedOut: 'Shipped to the warehouse',
  arrived: 'Arrived at the warehouse',
  half: 'Putting away',
  finished: 'Put away',
} as const;

/** The record of an inbound order at `now`, for endpoint 3. */
export function inboundStatus(
  object: PracticeObject,
  now: number,
): { [N in keyof InboundOrderRecord]: InboundOrderRecord[N] | undefined } {
  const order = object.body as BodyOf<4>;
  const isHeld = order.SubmitLater === true;
  const timeOfStep = (step: keyof typeof inboundSteps): number | undefined => {
    const time = object.madeAt + inboundSteps[step] * object.moment;
    return !isHeld && time <= now ? time : undefined;
  };
  const steps = (Object.keys(inboundSteps) as (keyof typeof inboundSteps)[]).flatMap((step) => {
    const time = timeOfStep(step);
    return time === undefined ? [] : [{ step, time }];
  });
  const trackings = steps
    .map(({ step, time }) => ({
      Location: order.WarehouseId,
      Description: stepTexts[step],
      TrackingTime: isoTime(time),
    }))
    .toReversed();
  const weight = order.Containers.reduce((sum, { Weight = 0 }) => sum + Weight, 0);
  const hasArrived = timeOfStep('arrived') !== undefined;
  return {
    Status: 'Open',
    Skus: inboundLines(object).map((line) => ({
      Sku: line.sku,
      Quantity: line.quantity,
      ArrivalQuantity: hasArrived ? line.arriving : 0,
      PutawayQuantity: timeOfStep('finished') ? line.arriving : timeOfStep('half') ? firstHalf(line.arriving) : 0,
      Weight: line.weight,
      Trackings: trackings,
    })),
    Trackings: trackings,
    ShippingCosts: hasArrived ? shippingCosts(Math.min(1_000_000_000, Math.max(0, weight)), object.key) : [],
    LastUpdated: isoTime(steps.at(-1)?.time ?? object.madeAt),
    Containers: order.Containers.map(({ CustomContainerNo, Weight, Length, Width, Height, Skus }) => ({
      ContainerId: CustomContainerNo,
      Weight,
      Length,
      Width,
      Height,
      Skus: (Skus ?? []).map(({ Sku, StorageNo, Quantity, ProductDetails }) => ({
        Sku,
        StorageNo,
        Quantity,
        ProductDetails: (ProductDetails ?? []).map(
          ({
            DeclareNameEN,
            DeclareNameCN,
            Quantity,
            DeclareValue,
            MaterialEN,
            MaterialCN,
            BrandName,
            Weight,
            Packing,
          }) => ({
            DeclareNameEN,
            DeclareNameCN,
            Quantity,
            DeclareValue,
            MaterialEN,
            MaterialCN,
            BrandName,
            Weight,
            Packing,
          }),
        ),
      })),
    })),
    ShipmentId: object.key,
    SvcOrderId: svcId(object.seq),
    HandleStatus: timeOfStep('submitted') ? 'Submitted' : 'Initial',
    HandleState: timeOfStep('submitted') ? 'Submitted' : 'Init',
    WarehouseId: order.WarehouseId,
    ShippingType: order.ShippingType,
    Weight: weight,
    VerifyWeight: hasArrived ? weight : undefined,
    ContainerCount: order.Containers.length,
    ReceivedTime: isoTimeIf(timeOfStep('arrived')),
    ShippingOutTime: isoTimeIf(timeOfStep('shippedOut')),
    ShippingInTime: isoTimeIf(timeOfStep('half')),
    FinishedTime: isoTimeIf(timeOfStep('finished')),
    CreateTime: isoTime(object.madeAt),
    Remark: order.Remark,
  };
}

/** Finds an inbound order by its ShipmentId or by the service's own id. */
export function findInbound(database: PracticeDatabase, id: string): PracticeObject | undefined {
  const ownSeq = seqOfSvcId(id);
  return database.find('shipment', id) ?? (ownSeq === null ? undefined : database.findBySeq('shipment', ownSeq));
}

const handleStatus = { initial: 'Initial', deleted: 'Delete' } as const;

/** The record of an outbound order at `now`, for endpoint 11. */
export function outboundStatus(
  object: PracticeObject,
  now: number,
): { [N in keyof OutboundOrderRecord]: OutboundOrderRecord[N] | undefined } {
  const life = lifeOf(object, now);
  const { stage, retryCount } = life.creation;
  const isCreated = stage === 'made' || stage === 'provisional';
  const shipped = life.timeAt(milestones.departed);
  const packed = life.timeAt(milestones.received);
  return {
    PackageId: object.key,
    SvcPackageId: svcId(object.seq),
    Status: isCreated ? 'Created' : stage === 'failed' ? 'CreateFailed' : 'Creating',
    HandleStatus: stage === 'initial' || stage === 'deleted' ? handleStatus[stage] : 'Submitted',
    RetryCount: retryCount,
    UnShippedReason: stage === 'failed' ? life.fate.reason : undefined,
    ServiceCode: life.facts.serviceCode,
    TrackingNumber: life.number,
    IsFinalTrackingNumber: life.number === undefined ? undefined : life.isFinal,
    InternalNumber: isCreated ? `W${object.seq}` : undefined,
    ShippingProvider: isCreated ? 'Practice Post' : undefined,
    ShippingCosts: shipped === undefined ? [] : shippingCosts(life.facts.weight, object.key),
    Weight: life.facts.weight,
    HasRemoteFee: isRemote(object.key),
    SvcOrderShipOuted: isoTimeIf(shipped),
    SvcOrderShipOutedStr: shipped === undefined ? undefined : isoTime(shipped).slice(0, 10),
    SvcOrderShipOutedTimeStr: isoTimeIf(shipped),
    SvcOrderPackedTimeStr: isoTimeIf(packed),
    WarehouseId: (object.body as BodyOf<10>).WarehouseId,
    PricingProductCode: life.facts.serviceCode,
  };
}

/**
 * Finds an outbound order by its PackageId or by the service's own id; other values of idType have no documented
 * meaning.
 */
export function findOutbound(database: PracticeDatabase, id: string): PracticeObject | undefined {
  const ownSeq = seqOfSvcId(id);
  const object = database.find('package', id) ?? (ownSeq === null ? undefined : database.findBySeq('package', ownSeq));
  return object && practiceCreateOf(object.endpoint).statusEndpoint === 11 ? object : undefined;
}
