import { breach, legal, readAsBreach, readAsLegal } from '../by-hand.ts';
import { set } from '../change.ts';
import { booleans, length, listOf, one, required, strings, table } from '../field-table.ts';
import { fullInboundContainer, inboundContainer } from '../objects/inbound-container.ts';
import { oneToFiftySigns } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = {
  endpoint: 4,
  body: { ShipmentId: 'IN-0001', WarehouseId: 'DE1', ShippingType: 'Sea', Containers: [] },
};

const full = {
  endpoint: 4,
  body: {
    ShipmentId: 'IN-0001',
    VatNo: 'DE000000000',
    Location: 'SZ-01',
    WarehouseId: 'DE1',
    ShippingType: 'Sea',
    Containers: [fullInboundContainer, fullInboundContainer],
    PlanArriveDate: '2026-05-01T10:00:00+08:00',
    Remark: 'two pallets',
    SubmitLater: false,
    RefOutboundOrderNo: 'OUT-1',
  },
};

const arriving = (when: unknown) => set(full, 'body', '$.PlanArriveDate', when);

const dates = {
  'without an offset': '2026-05-01T10:00:00',
  'in UTC': '2026-05-01T10:00:00Z',
  'behind UTC': '2026-05-01T10:00:00-05:00',
  'with half an hour of offset': '2026-05-01T10:00:00+05:30',
  'with the greatest offset in use': '2026-05-01T10:00:00+14:00',
  'with milliseconds': '2026-05-01T10:00:00.125Z',
  'with milliseconds and no offset': '2026-05-01T10:00:00.125',
  'on a leap day': '2028-02-29T00:00:00Z',
  'at the last second of a year': '2026-12-31T23:59:59Z',
};

const noDates = {
  'a word': 'tomorrow',
  'slashes, day or month first': '01/02/2026',
  'month 13': '2026-13-01T00:00:00Z',
  'month 0': '2026-00-01T00:00:00Z',
  'day 0': '2026-01-00T00:00:00Z',
  '30 February': '2026-02-30T00:00:00Z',
  'a leap day in no leap year': '2026-02-29T00:00:00Z',
  '31 April': '2026-04-31T00:00:00Z',
  'hour 25': '2026-05-01T25:00:00Z',
  'minute 60': '2026-05-01T10:60:00Z',
  'second 61': '2026-05-01T10:00:61Z',
  'an offset of 25 hours': '2026-05-01T10:00:00+25:00',
  'one digit for the month': '2026-5-01T10:00:00Z',
  'one digit for the day': '2026-05-1T10:00:00Z',
  'two digits for the year': '26-05-01T10:00:00Z',
  'a name for the month': '1 May 2026 10:00',
  dots: '01.05.2026 10:00',
  'a time alone': '10:00:00',
  'a year alone': '2026',
  'seconds since 1970 as text': '1777629600',
  'something after it': '2026-05-01T10:00:00Z later',
  'something before it': 'at 2026-05-01T10:00:00Z',
  nothing: '',
  'a blank': ' ',
};

const questionableDates: [why: string, when: string, reading: string, expected: 'legal' | 'breach'][] = [
  ['a date without a time', '2026-05-01', 'The document says date-times, and this is a date.', 'breach'],
  ['a blank for the T', '2026-05-01 10:00:00', 'ISO 8601 asks for the T.', 'breach'],
  ['no seconds', '2026-05-01T10:00Z', 'ISO 8601 allows a time to end with its minutes.', 'legal'],
  ['no separators', '20260501T100000Z', 'ISO 8601 has this basic form, but nobody else will send it.', 'breach'],
  ['an offset of hours alone', '2026-05-01T10:00:00+08', 'ISO 8601 allows it, but few readers do.', 'breach'],
  ['an offset without its colon', '2026-05-01T10:00:00+0800', 'It mixes the two forms of ISO 8601.', 'breach'],
  ['small letters', '2026-05-01t10:00:00z', 'ISO 8601 writes T and Z.', 'breach'],
  ['hour 24', '2026-05-01T24:00:00Z', 'Newer editions of ISO 8601 dropped it, and took it back.', 'breach'],
  ['a leap second', '2026-12-31T23:59:60Z', 'No clock in a warehouse shows it.', 'breach'],
  ['a comma before the milliseconds', '2026-05-01T10:00:00,125Z', 'ISO 8601 allows it, but few readers do.', 'breach'],
  ['nine places of a second', '2026-05-01T10:00:00.123456789Z', 'ISO 8601 sets no limit to them.', 'legal'],
];

export const createInboundOrder: EndpointList = {
  endpoint: 4,
  body: table(
    'body of 4',
    'body',
    required('ShipmentId', length(50, oneToFiftySigns)),
    strings('VatNo'),
    one('Location', length(20)),
    required('WarehouseId', length(30)),
    required('ShippingType', length(30)),
    required('Containers', listOf(inboundContainer)),
    one('PlanArriveDate', { is: 'date' }),
    one('Remark', length(200)),
    booleans('SubmitLater'),
    one('RefOutboundOrderNo', length(50)),
  ),
  minimal,
  full,
  accepts: [
    ...Object.entries(dates).map(([why, when]) => legal(`PlanArriveDate ${why}`, arriving(when))),
    legal('a WarehouseId longer than pricing allows', set(full, 'body', '$.WarehouseId', 'a b/c'.repeat(6))),
  ],
  refuses: Object.entries(noDates).map(([why, when]) =>
    breach('date', 'body', '$.PlanArriveDate', `PlanArriveDate: ${why}`, arriving(when)),
  ),
  doubts: questionableDates.map(([why, when, reading, expected]) =>
    (expected === 'legal' ? readAsLegal : readAsBreach)(why, reading, arriving(when), 'body', '$.PlanArriveDate'),
  ),
  sent: [
    {
      why: 'no default is documented for SubmitLater here',
      request: minimal,
      method: 'POST',
      path: '/v1/inboundOrders',
      body: minimal.body,
    },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/inboundOrders', body: full.body },
  ],
};
