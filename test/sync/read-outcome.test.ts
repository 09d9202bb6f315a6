import { readOutcome } from '../../electron/delivery/sync/read-record.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { claimedEntry } from '../support/entries.ts';
import { describe, expect, it } from 'vitest';

const became = (create: CreateNumber, record: unknown, given: Parameters<typeof claimedEntry>[1] = {}) =>
  readOutcome(create, claimedEntry(create, given).request.body, record);

const rows: [string, CreateNumber, unknown, 'made' | 'failed' | 'creating', Parameters<typeof claimedEntry>[1]?][] = [
  ['a tracking number', 2, { TrackingNumber: 'T1' }, 'made'],
  ['a tracking number beside Creating', 2, { Status: 'Creating', TrackingNumber: 'T1' }, 'made'],
  ['a tracking number of digits only, as a number', 1, { TrackingNumber: 12345 }, 'made'],
  ['a number too long to be exact', 1, { TrackingNumber: 1e21 }, 'creating'],
  ['an empty tracking number', 6, { TrackingNumber: '  ' }, 'creating'],
  ['no tracking number', 9, { Status: 'Created' }, 'creating'],
  ['Submitted beside Creating', 2, { Status: 'Creating', HandleStatus: 'Submitted' }, 'creating'],
  ['Submitted beside Creating, inbound', 4, { Status: 'Creating', HandleStatus: 'Submitted' }, 'creating'],
  ['Submitted, inbound', 4, { Status: 'Open', HandleStatus: 'Submitted' }, 'made'],
  ['Initial, inbound', 4, { Status: 'Open', HandleStatus: 'Initial' }, 'creating'],
  ['no HandleStatus, inbound', 4, { ShipmentId: 'K1', SvcOrderId: 'S1' }, 'creating'],
  ['an unknown HandleStatus, inbound', 4, { HandleStatus: 'Receiving' }, 'made'],
  ['Delete', 10, { HandleStatus: 'Delete', TrackingNumber: 'T1' }, 'failed'],
  ['Delete, inbound', 4, { HandleStatus: 'Delete' }, 'failed'],
  ['a reason', 2, { CreateFailedReason: { ReasonCode: 'R', ReasonText: 'bad' }, TrackingNumber: 'T1' }, 'failed'],
  ['only a code', 2, { CreateFailedReason: { ReasonCode: 'R' } }, 'failed'],
  ['only an extended message', 10, { UnShippedReason: { ExtendMessage: 'no stock' } }, 'failed'],
  ['a reason that is a text', 10, { UnShippedReason: 'no stock' }, 'failed'],
  ['an empty reason', 10, { UnShippedReason: { ReasonCode: '', ReasonText: ' ' }, TrackingNumber: 'T' }, 'made'],
  ['a null reason', 10, { UnShippedReason: null, TrackingNumber: 'T' }, 'made'],
  [
    'an echo while Creating',
    1,
    { Status: 'Creating', TrackingNumber: 'I1' },
    'creating',
    { packageFields: { ImportTrackingNumber: 'I1' } },
  ],
  [
    'an echo afterwards',
    1,
    { Status: 'Created', TrackingNumber: 'I1' },
    'made',
    { packageFields: { ImportTrackingNumber: 'I1' } },
  ],
  [
    'another number than the imported one',
    1,
    { Status: 'Creating', TrackingNumber: 'T1' },
    'made',
    { packageFields: { ImportTrackingNumber: 'I1' } },
  ],
  [
    'any record, with SubmitLater',
    1,
    { Status: 'Creating', HandleStatus: 'Initial' },
    'made',
    { topLevelFields: { SubmitLater: true } },
  ],
  [
    'Initial with SubmitLater, inbound',
    4,
    { HandleStatus: 'Initial' },
    'made',
    { topLevelFields: { SubmitLater: true } },
  ],
  [
    'a failure with SubmitLater',
    10,
    { UnShippedReason: { ReasonText: 'x' } },
    'failed',
    { topLevelFields: { SubmitLater: true } },
  ],
  ['nonsense', 2, { TrackingNumber: { a: 1 }, Status: 7, CreateFailedReason: [] }, 'creating'],
];

describe('the outcome in a status record', () => {
  it.each(rows)('%s (%i)', (_name, create, record, is, given) => {
    expect(became(create, record, given).kind).toBe(is);
  });

  it('keeps the whole record and the fields that the desk reads', () => {
    const record = {
      TrackingNumber: ' T1 ',
      IsFinalTrackingNumber: false,
      ShippingProvider: 'DHL',
      SvcPackageId: 'S1',
      Other: [1],
    };
    expect(became(2, record).outcome).toEqual({
      TrackingNumber: 'T1',
      IsFinalTrackingNumber: false,
      ShippingProvider: 'DHL',
      SvcId: 'S1',
      record,
    });
  });

  it('has the reason and its field', () => {
    const record = {
      CreateFailedReason: { ReasonCode: 'R7', ReasonText: 'Postcode is not of this City', ExtendMessage: 'see docs' },
    };
    expect(became(2, record)).toMatchObject({
      reason: { code: 'R7', text: 'Postcode is not of this City see docs', field: 'Postcode' },
    });
  });

  it('does not repeat at the end what the reason already contains', () => {
    for (const { ReasonCode, ReasonText, ExtendMessage } of [
      { ReasonCode: 'P', ReasonText: 'The carrier needs a Phone of the recipient', ExtendMessage: 'Phone' },
      {
        ReasonCode: 'S',
        ReasonText: 'The Postcode is not one of this place',
        ExtendMessage: 'Package.ShipToAddress.Postcode',
      },
      { ReasonCode: 'Q', ReasonText: 'Postcode is not served', ExtendMessage: 'Postcode is not served' },
    ]) {
      const outcome = became(2, { CreateFailedReason: { ReasonCode, ReasonText, ExtendMessage } });
      expect(outcome).toMatchObject({ reason: { text: ReasonText } });
    }
    const echoing = {
      ReasonCode: 'E',
      ReasonText: 'The postcode is not one of this place. Postcode',
      ExtendMessage: '',
    };
    expect(became(2, { CreateFailedReason: echoing })).toMatchObject({
      reason: { text: 'The postcode is not one of this place.', field: 'Postcode' },
    });
  });
});
