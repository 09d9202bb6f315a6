import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InboundOrderRecord } from '../../shared/service/inbound-order-record.ts';
import type { PracticeDatabase, PracticeObject } from './book.ts';
import { firstHalf, inboundLines, inboundSteps } from './inbound-life.ts';
import { isoTime, isoTimeIf } from './order-life.ts';
import { seqOfSvcId, svcId } from './service-numbers.ts';
import { shippingCosts } from './shipping-cost.ts';

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
