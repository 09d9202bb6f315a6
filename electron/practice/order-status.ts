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

/** The cost of a parcel of `grams`: whole cents, shown in yuan. */
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

const stepWords = {
  submitted: 'Order submitted',
  shippedOut: 'Shipped to the warehouse',
  arrived: 'Arrived at the warehouse',
  half: 'Putting away',
  finished: 'Put away',
} as const;

/** Inbound order status record (endpoint 3) at `now`. */
export function inboundStatus(
  made: PracticeObject,
  now: number,
): { [N in keyof InboundOrderRecord]: InboundOrderRecord[N] | undefined } {
  const order = made.body as BodyOf<4>;
  const held = order.SubmitLater === true;
  const at = (step: keyof typeof inboundSteps): number | undefined => {
    const time = made.madeAt + inboundSteps[step] * made.moment;
    return !held && time <= now ? time : undefined;
  };
  const steps = (Object.keys(inboundSteps) as (keyof typeof inboundSteps)[]).flatMap((step) => {
    const time = at(step);
    return time === undefined ? [] : [{ step, time }];
  });
  const trackings = steps
    .map(({ step, time }) => ({
      Location: order.WarehouseId,
      Description: stepWords[step],
      TrackingTime: isoTime(time),
    }))
    .toReversed();
  const weight = order.Containers.reduce((sum, { Weight = 0 }) => sum + Weight, 0);
  const arrived = at('arrived') !== undefined;
  return {
    Status: 'Open',
    Skus: inboundLines(made).map((line) => ({
      Sku: line.sku,
      Quantity: line.quantity,
      ArrivalQuantity: arrived ? line.arriving : 0,
      PutawayQuantity: at('finished') ? line.arriving : at('half') ? firstHalf(line.arriving) : 0,
      Weight: line.weight,
      Trackings: trackings,
    })),
    Trackings: trackings,
    ShippingCosts: arrived ? shippingCosts(Math.min(1_000_000_000, Math.max(0, weight)), made.key) : [],
    LastUpdated: isoTime(steps.at(-1)?.time ?? made.madeAt),
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
    ShipmentId: made.key,
    SvcOrderId: svcId(made.seq),
    HandleStatus: at('submitted') ? 'Submitted' : 'Initial',
    HandleState: at('submitted') ? 'Submitted' : 'Init',
    WarehouseId: order.WarehouseId,
    ShippingType: order.ShippingType,
    Weight: weight,
    VerifyWeight: arrived ? weight : undefined,
    ContainerCount: order.Containers.length,
    ReceivedTime: isoTimeIf(at('arrived')),
    ShippingOutTime: isoTimeIf(at('shippedOut')),
    ShippingInTime: isoTimeIf(at('half')),
    FinishedTime: isoTimeIf(at('finished')),
    CreateTime: isoTime(made.madeAt),
    Remark: order.Remark,
  };
}

/** Finds an inbound order by its ShipmentId or by the service's own id. */
export function findInbound(book: PracticeDatabase, id: string): PracticeObject | undefined {
  const own = seqOfSvcId(id);
  return book.find('shipment', id) ?? (own === null ? undefined : book.findBySeq('shipment', own));
}

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
