import { integer, list, number, record, request, text } from './field.ts';
import { locationAddress } from './shared-objects.ts';
import * as z from 'zod';

/** Query of endpoints 5 and 12. */
export const trackingQuery = request({ lang: text().default('zh') });

/** Body of endpoint 5, Batch acquisition of trackings. */
export const trackingBatch = request({ TrackingNumbers: list(text(), 20) });

export const trackingPath = request({ trackingNumber: text() });

const checkpoint = record({
  LocationAddress: locationAddress,
  Location: text(),
  TrackingStatus: text({ examples: ['Delivered'] }),
  SubTrackingStatus: text({ examples: ['Delivered'] }),
  Message: text(),
  DateTime: text(),
  TimeZone: text(),
  TrackingId: text(),
  Extended: text(),
  Carrier: text(),
  Latitude: number(),
  Longitude: number(),
});

// The document does not show the fields of a TrackingAddress.
const trackingAddress = z.looseObject({});

/** Tracking record; endpoint 12 replies with one, endpoint 5 with a list of them. */
export const trackingRecord = record({
  TrackingNumber: text(),
  PackageId: text(),
  ProviderTrackingNumber: text(),
  ShippingProvider: text(),
  TrackingStatus: text({ examples: ['Delivered'] }),
  SubTrackingStatus: text({ examples: ['Delivered'] }),
  Checkpoints: list(checkpoint),
  Country: text(),
  EstimatedDelivery: text(),
  Destination: trackingAddress,
  Origin: trackingAddress,
  CarrierInfo: record({ Company: text(), Url: text(), Phone: text() }),
  PlateType: text(),
  TransitPorts: list(record({ Code: text(), ETA: text(), ETD: text(), STA: text(), STD: text() })),
  ClientGroupSumList: list(
    record({
      SumType: text(),
      CalWeightKg: number(),
      WeightKg: number(),
      DimWeightKg: number(),
      PackageCount: integer(),
    }),
  ),
});

export type Checkpoint = z.infer<typeof checkpoint>;
export type TrackingRecord = z.infer<typeof trackingRecord>;
