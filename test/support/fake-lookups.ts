import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type {
  Freshness,
  TrackedCheckpoint,
  TrackedParcel,
  TrackedRow,
  WatchRow,
  OrderAnswer,
} from '../../shared/contract/lookup-answers.ts';
import type { WatchList } from '../../shared/contract/lookup-procedures.ts';
import { ok, type Problem, type Result } from '../../shared/contract/problem.ts';

type Names =
  | 'lookups.track'
  | 'lookups.parcel'
  | 'lookups.record'
  | 'watch.add'
  | 'watch.remove'
  | 'watch.counts'
  | 'watch.seqs'
  | 'watch.rows'
  | 'orders.look';
type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

const hour = 3_600_000;
const offline: Problem = { kind: 'offline', message: 'Nothing answers.' };
const unknown: Problem = { kind: 'service', message: 'Not known.', params: { status: 404 } };

/** The kind of a fake parcel, taken from its number, such as `HUGE-5000`, `GONE-1`, `OLD-1`, `STRANGE-1`, `DONE-1`. */
const kindOf = (number: string): string => /^[A-Z]+/.exec(number)?.[0] ?? '';

/** Lookups of a desk in memory. An answer to mode `last` is three hours old, one to `fresh` is current. */
export function fakeLookups(now: number, tell: (subjects: string[]) => void): Pick<Handlers, Names> {
  const watched = new Map<string, number>();
  let seqs = 0;
  /** time of the latest fresh answer for each number */
  const told = new Map<string, number>();
  const fresh = (number: string, mode: 'last' | 'fresh'): Freshness => {
    const kind = kindOf(number);
    if (kind === 'GONE') return { at: null, fresh: false, why: mode === 'fresh' ? unknown : null };
    if (kind === 'OLD') return { at: now - 50 * hour, fresh: false, why: mode === 'fresh' ? offline : null };
    if (mode === 'last') return { at: told.get(number) ?? now - 3 * hour, fresh: false, why: null };
    told.set(number, now);
    return { at: now, fresh: true, why: null };
  };
  const row = (number: string, mode: 'last' | 'fresh'): TrackedRow => ({
    number,
    ...fresh(number, mode),
    parcel: kindOf(number) === 'GONE' ? null : summaryOf(number, now),
    entry: null,
    watched: watched.has(number),
  });
  const watchRows = (): WatchRow[] =>
    [...watched].map(([number, seq]) => {
      const { delivered } = summaryOf(number, now);
      return {
        ...row(number, 'last'),
        seq,
        addedAt: now - 200 * hour,
        movedAt: now - (kindOf(number) === 'OLD' ? 12 * 24 : 5) * hour,
        deliveredAt: delivered ? now - 5 * hour : null,
        nextAt: delivered ? null : now + 2 * hour,
      };
    });
  const isOn = (list: WatchList) => (one: WatchRow) =>
    list === 'all' ||
    ((list === 'delivered' ? one.deliveredAt !== null : one.deliveredAt === null) &&
      (list !== 'stood-still' || now - one.movedAt > 5 * 24 * hour));
  const listed = (list: WatchList) =>
    watchRows()
      .filter(isOn(list))
      .map(({ seq }) => seq)
      .toReversed();

  return {
    'lookups.track': ({ numbers, mode = 'fresh' }) => ok({ rows: numbers.map((number) => row(number, mode)) }),
    'lookups.parcel': ({ number, mode = 'fresh' }) => ok(parcelOf(row(number, mode), now)),
    'lookups.record': ({ number }) =>
      ok({ record: { TrackingNumber: number, Checkpoints: '<img src=x onerror=alert(1)>' } }),
    'watch.add': ({ numbers }) => {
      const added = numbers.filter((number) => !watched.has(number));
      for (const number of added) watched.set(number, ++seqs);
      tell(added);
      return ok({ added, already: numbers.filter((number) => !added.includes(number)) });
    },
    'watch.remove': ({ numbers }) => {
      const removed = numbers.filter((number) => watched.delete(number));
      tell(removed);
      return ok({ removed });
    },
    'watch.counts': () =>
      ok({
        all: watched.size,
        moving: listed('moving').length,
        'stood-still': listed('stood-still').length,
        delivered: listed('delivered').length,
      }),
    'watch.seqs': ({ list = 'all' }) => ok({ seqs: listed(list) }),
    'watch.rows': ({ seqs: some }) => ok({ rows: watchRows().filter(({ seq }) => some.includes(seq)) }),
    'orders.look': ({ ids, mode = 'fresh' }) => ok({ orders: ids.map((id) => orderOf(id, fresh(id, mode))) }),
  };
}

function checkpointsOf(number: string, now: number): TrackedCheckpoint[] {
  const kind = kindOf(number);
  const count = kind === 'HUGE' ? Number(number.split('-')[1]) : 6;
  const offsets = [60, 60, 480, -210];
  return Array.from({ length: count }, (_, at) => {
    const instant = now - (at * 7 + 5) * hour;
    const offset = offsets[at % offsets.length] ?? 0;
    return {
      DateTime: new Date(instant + offset * 60_000).toISOString().slice(0, 19),
      TimeZone: at === 1 ? 'Europe/Madrid' : '',
      instant: kind === 'STRANGE' && at === 2 ? null : instant,
      zone: kind === 'STRANGE' ? 'assumed' : 'given',
      offset: kind === 'STRANGE' ? 0 : offset,
      TrackingStatus: kind === 'DONE' && at === 0 ? 'Delivered' : at === 3 ? 'Exception' : 'InTransit',
      SubTrackingStatus: at === 3 ? 'RecipientNotHome' : 'Departed',
      Message:
        kind === 'STRANGE' ? `<b onclick="alert(1)">شحنة ${String(at)}</b>` : `Left the sorting centre ${String(at)}`,
      place: at % 2 === 0 ? 'Madrid, ES' : '深圳市宝安区, CN',
      Carrier: 'Correos',
      Latitude: at === 4 ? '40.41' : null,
      Longitude: at === 4 ? '-3.70' : null,
    };
  });
}

function summaryOf(number: string, now: number) {
  const kind = kindOf(number);
  const checkpoints = checkpointsOf(number, now);
  const delivered = kind === 'DONE';
  return {
    TrackingNumber: number,
    PackageId: `PKG-${number}`,
    ProviderTrackingNumber: `PX${number}`,
    ShippingProvider: 'Correos Express',
    TrackingStatus: delivered ? 'Delivered' : kind === 'STRANGE' ? 'Zwischenlager<script>' : 'InTransit',
    SubTrackingStatus: delivered ? 'Delivered' : 'Departed',
    Country: 'ES',
    EstimatedDelivery: kind === 'STRANGE' ? 'soon, perhaps' : '2026-12-03T18:00:00+01:00',
    delivered,
    latest: checkpoints[0] ?? null,
    checkpoints: checkpoints.length,
  };
}

function parcelOf(row: TrackedRow, now: number): TrackedParcel {
  const known = row.parcel !== null;
  const strange = kindOf(row.number) === 'STRANGE';
  return {
    ...row,
    checkpoints: known ? checkpointsOf(row.number, now) : [],
    carrier: known ? { Company: 'Correos', Url: 'https://www.correos.example', Phone: '+34 900 400 004' } : null,
    ports: known
      ? [{ Code: 'MAD', ETA: '2026-11-20T10:00:00+01:00', ETD: '', STA: '2026-11-20', STD: 'next week' }]
      : [],
    weights: known
      ? [{ SumType: 'Customer', CalWeightKg: '1.25', WeightKg: '1.1', DimWeightKg: null, PackageCount: '1' }]
      : [],
    Origin: known ? [['City', 'Shenzhen']] : [],
    Destination: known ? [['City', 'Madrid']] : [],
    PlateType: '',
    unexpected: strange
      ? [{ path: '$.Checkpoints[2].DateTime', message: 'unexpected answer: text was expected, a number came' }]
      : [],
  };
}

function orderOf(id: string, fresh: Freshness): OrderAnswer {
  const kind = kindOf(id);
  if (kind === 'GONE') {
    const asked = fresh.why ? ([16, 18, 11, 3] as const) : [];
    return { id, ...fresh, by: null, asked: [...asked], order: null, entry: null, unexpected: [] };
  }
  const by = kind === 'INBOUND' ? 3 : kind === 'BOXES' ? 18 : 16;
  return {
    id,
    ...fresh,
    by,
    asked: fresh.fresh ? [by] : [],
    order: {
      statuses: [
        { field: 'Status', value: kind === 'STRANGE' ? '<i>Halfway</i>' : 'Created' },
        { field: 'HandleStatus', value: 'Submitted' },
        { field: 'RetryCount', value: '2' },
        { field: 'HasRemoteFee', value: 'true' },
        { field: 'ServiceCode', value: 'SGP' },
        { field: 'NeverHeardOf', value: 'kept' },
      ],
      TrackingNumber: kind === 'FAILED' ? '' : `LX${id}CN`,
      IsFinalTrackingNumber: false,
      costs: [
        { Money: '0.1', Currency: 'USD', Type: 'Freight', Remark: '' },
        { Money: '0.2', Currency: 'USD', Type: 'Fuel', Remark: '燃油' },
        { Money: '12', Currency: 'JPY', Type: 'Remote', Remark: '' },
        { Money: null, Currency: 'EUR', Type: 'None', Remark: 'a lot' },
      ],
      costTotals: [
        { Currency: 'USD', Amount: '0.3' },
        { Currency: 'JPY', Amount: '12' },
      ],
      costsUnread: 1,
      weights: [
        {
          of: '',
          declared: '1200',
          measured: '1250',
          charged: '1500',
          sizeDeclared: '20 × 10 × 5',
          sizeMeasured: '21 × 10 × 6',
        },
        { of: 'BOX-1', declared: '1.10', measured: '1.1', charged: null, sizeDeclared: '', sizeMeasured: '' },
      ],
      quantities:
        by === 3
          ? [
              { Sku: 'TEE-BLUE-M', Quantity: '40', ArrivalQuantity: '40', PutawayQuantity: '39' },
              { Sku: 'TEE,RED', Quantity: '7', ArrivalQuantity: null, PutawayQuantity: null },
            ]
          : [],
      times: [
        { field: 'CreatedTime', value: '2026-11-18T09:30:00+08:00' },
        { field: 'LastUpdated', value: 'yesterday' },
      ],
      timelines:
        by === 3
          ? [
              { Sku: '', checkpoints: checkpointsOf(id, Date.now()) },
              { Sku: 'TEE,RED', checkpoints: checkpointsOf(id, Date.now()).slice(4) },
            ]
          : [],
      failure:
        kind === 'FAILED'
          ? { ReasonCode: 'E-77', ReasonText: 'Postcode <b>00000</b> is not served', ExtendMessage: 'Ask the carrier.' }
          : null,
      record: { PackageId: id, Status: 'Created', Unheard: { of: ['part', 1] } },
    },
    entry: kind === 'OURS' ? { id: 'e1', endpoint: 2, key: id, state: 'done', recipient: 'Zoë Åkesson, SE' } : null,
    unexpected: [],
  };
}
