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
const offlineProblem: Problem = { kind: 'offline', message: 'Nothing answers.' };
const unknownProblem: Problem = { kind: 'service', message: 'Not known.', params: { status: 404 } };

/**
 * The kind of a fake parcel: the letters at the start of its number, as in `HUGE-5000`, `GONE-1`, `OLD-1`, `STRANGE-1`
 * or `DONE-1`.
 */
const kindOf = (number: string): string => /^[A-Z]+/.exec(number)?.[0] ?? '';

/** Lookups of a desk in memory. Answers with mode `last` are three hours old, those with mode `fresh` are current. */
export function fakeLookups(now: number, emitLookup: (subjects: string[]) => void): Pick<Handlers, Names> {
  const watched = new Map<string, number>();
  let lastSeq = 0;
  /** time of the latest fresh answer for each number */
  const freshAnswerAt = new Map<string, number>();
  const freshnessOf = (number: string, mode: 'last' | 'fresh'): Freshness => {
    const kind = kindOf(number);
    if (kind === 'GONE') return { at: null, fresh: false, why: mode === 'fresh' ? unknownProblem : null };
    if (kind === 'OLD') return { at: now - 50 * hour, fresh: false, why: mode === 'fresh' ? offlineProblem : null };
    if (mode === 'last') return { at: freshAnswerAt.get(number) ?? now - 3 * hour, fresh: false, why: null };
    freshAnswerAt.set(number, now);
    return { at: now, fresh: true, why: null };
  };
  const trackedRow = (number: string, mode: 'last' | 'fresh'): TrackedRow => ({
    number,
    ...freshnessOf(number, mode),
    parcel: kindOf(number) === 'GONE' ? null : summaryOf(number, now),
    entry: null,
    watched: watched.has(number),
  });
  const watchRows = (): WatchRow[] =>
    [...watched].map(([number, seq]) => {
      const { delivered } = summaryOf(number, now);
      return {
        ...trackedRow(number, 'last'),
        seq,
        addedAt: now - 200 * hour,
        movedAt: now - (kindOf(number) === 'OLD' ? 12 * 24 : 5) * hour,
        deliveredAt: delivered ? now - 5 * hour : null,
        nextAt: delivered ? null : now + 2 * hour,
      };
    });
  const isOnList = (list: WatchList) => (watchRow: WatchRow) =>
    list === 'all' ||
    ((list === 'delivered' ? watchRow.deliveredAt !== null : watchRow.deliveredAt === null) &&
      (list !== 'stood-still' || now - watchRow.movedAt > 5 * 24 * hour));
  const seqsOn = (list: WatchList) =>
    watchRows()
      .filter(isOnList(list))
      .map(({ seq }) => seq)
      .toReversed();

  return {
    'lookups.track': ({ numbers, mode = 'fresh' }) => ok({ rows: numbers.map((number) => trackedRow(number, mode)) }),
    'lookups.parcel': ({ number, mode = 'fresh' }) => ok(parcelOf(trackedRow(number, mode), now)),
    'lookups.record': ({ number }) =>
      ok({ record: { TrackingNumber: number, Checkpoints: '<img src=x onerror=alert(1)>' } }),
    'watch.add': ({ numbers }) => {
      const added = numbers.filter((number) => !watched.has(number));
      for (const number of added) watched.set(number, ++lastSeq);
      emitLookup(added);
      return ok({ added, already: numbers.filter((number) => !added.includes(number)) });
    },
    'watch.remove': ({ numbers }) => {
      const removed = numbers.filter((number) => watched.delete(number));
      emitLookup(removed);
      return ok({ removed });
    },
    'watch.counts': () =>
      ok({
        all: watched.size,
        moving: seqsOn('moving').length,
        'stood-still': seqsOn('stood-still').length,
        delivered: seqsOn('delivered').length,
      }),
    'watch.seqs': ({ list = 'all' }) => ok({ seqs: seqsOn(list) }),
    'watch.rows': ({ seqs: wanted }) => ok({ rows: watchRows().filter(({ seq }) => wanted.includes(seq)) }),
    'orders.look': ({ ids, mode = 'fresh' }) => ok({ orders: ids.map((id) => orderOf(id, freshnessOf(id, mode))) }),
  };
}

function checkpointsOf(number: string, now: number): TrackedCheckpoint[] {
  const kind = kindOf(number);
  const count = kind === 'HUGE' ? Number(number.split('-')[1]) : 6;
  const offsets = [60, 60, 480, -210];
  return Array.from({ length: count }, (_, index) => {
    const instant = now - (index * 7 + 5) * hour;
    const offset = offsets[index % offsets.length] ?? 0;
    return {
      DateTime: new Date(instant + offset * 60_000).toISOString().slice(0, 19),
      TimeZone: index === 1 ? 'Europe/Madrid' : '',
      instant: kind === 'STRANGE' && index === 2 ? null : instant,
      zone: kind === 'STRANGE' ? 'assumed' : 'given',
      offset: kind === 'STRANGE' ? 0 : offset,
      TrackingStatus: kind === 'DONE' && index === 0 ? 'Delivered' : index === 3 ? 'Exception' : 'InTransit',
      SubTrackingStatus: index === 3 ? 'RecipientNotHome' : 'Departed',
      Message:
        kind === 'STRANGE'
          ? `<b onclick="alert(1)">شحنة ${String(index)}</b>`
          : `Left the sorting centre ${String(index)}`,
      place: index % 2 === 0 ? 'Madrid, ES' : '深圳市宝安区, CN',
      Carrier: 'Correos',
      Latitude: index === 4 ? '40.41' : null,
      Longitude: index === 4 ? '-3.70' : null,
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
  const isKnown = row.parcel !== null;
  const isStrange = kindOf(row.number) === 'STRANGE';
  return {
    ...row,
    checkpoints: isKnown ? checkpointsOf(row.number, now) : [],
    carrier: isKnown ? { Company: 'Correos', Url: 'https://www.correos.example', Phone: '+34 900 400 004' } : null,
    ports: isKnown
      ? [{ Code: 'MAD', ETA: '2026-11-20T10:00:00+01:00', ETD: '', STA: '2026-11-20', STD: 'next week' }]
      : [],
    weights: isKnown
      ? [{ SumType: 'Customer', CalWeightKg: '1.25', WeightKg: '1.1', DimWeightKg: null, PackageCount: '1' }]
      : [],
    Origin: isKnown ? [['City', 'Shenzhen']] : [],
    Destination: isKnown ? [['City', 'Madrid']] : [],
    PlateType: '',
    unexpected: isStrange
      ? [{ path: '$.Checkpoints[2].DateTime', message: 'unexpected answer: text was expected, a number came' }]
      : [],
  };
}

function orderOf(id: string, freshness: Freshness): OrderAnswer {
  const kind = kindOf(id);
  if (kind === 'GONE') {
    const askedEndpoints = freshness.why ? ([16, 18, 11, 3] as const) : [];
    return { id, ...freshness, by: null, asked: [...askedEndpoints], order: null, entry: null, unexpected: [] };
  }
  const answeringEndpoint = kind === 'INBOUND' ? 3 : kind === 'BOXES' ? 18 : 16;
  return {
    id,
    ...freshness,
    by: answeringEndpoint,
    asked: freshness.fresh ? [answeringEndpoint] : [],
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
        answeringEndpoint === 3
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
        answeringEndpoint === 3
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
