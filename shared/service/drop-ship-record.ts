import { date, flag, integer, list, number, record, text } from './field.ts';
import { failureReason, shippingCost } from './shared-objects.ts';
import type * as z from 'zod';

const packing = record({ Length: number(), Width: number(), Height: number() });

/** Drop-ship order record: the reply of endpoints 1 and 16. */
export const dropShipRecord = record({
  WeightInit: integer(),
  PackingInit: packing,
  Weight: integer(),
  Packing: packing,
  ChargedWeight: integer(),
  ServerSource: text(),
  Country: text(),
  ServiceCode: text(),
  MailingDate: text(),
  CodAmount: text(),
  CodAmountCurrency: text(),
  TrackingState: integer(),
  PackageId: text(),
  SvcPackageId: text(),
  Status: text({ examples: ['Creating'] }),
  HandleStatus: text({ examples: ['Initial', 'Submitted'] }),
  TrackingNumber: text(),
  ExtraTrackNumber: text(),
  IsFinalTrackingNumber: flag(),
  ShippingProvider: text(),
  RetryCount: integer(),
  CreateFailedReason: failureReason,
  ShippingCosts: list(shippingCost),
  HasRemoteFee: flag(),
  WarehouseReceivedTime: text(),
  WarehouseDepartedTime: text(),
  DestinationAscanTime: text(),
  DeliveredTime: text(),
  CreatedTime: date(),
});

/** The reply of endpoint 2. */
export const labelOrderRecord = dropShipRecord.omit({
  TrackingState: true,
  DestinationAscanTime: true,
  DeliveredTime: true,
});

/** Drop-ship order record with boxes: the reply of endpoint 18. */
export const dropShipBoxRecord = record({
  ContainerInfos: list(
    record({
      CustomContainerNo: text(),
      WeightInit: number(),
      LengthInit: number(),
      WidthInit: number(),
      HeightInit: number(),
      Weight: number(),
      Length: number(),
      Width: number(),
      Height: number(),
    }),
  ),
  ...dropShipRecord.pick({
    PackageId: true,
    SvcPackageId: true,
    Status: true,
    HandleStatus: true,
    TrackingNumber: true,
    ExtraTrackNumber: true,
    IsFinalTrackingNumber: true,
    ShippingProvider: true,
    RetryCount: true,
    CreateFailedReason: true,
    ShippingCosts: true,
    HasRemoteFee: true,
    WarehouseReceivedTime: true,
    WarehouseDepartedTime: true,
    DestinationAscanTime: true,
    DeliveredTime: true,
    CreatedTime: true,
  }).shape,
});

export type DropShipRecord = z.infer<typeof dropShipRecord>;
export type LabelOrderRecord = z.infer<typeof labelOrderRecord>;
export type DropShipBoxRecord = z.infer<typeof dropShipBoxRecord>;
