import type { StatusEndpoint, OrderView, OrderAnswer, Lookup } from '../../shared/contract/lookup-answers.ts';
import type { OrderKind } from '../../shared/contract/lookup-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { currencyTotals } from '../../shared/text/exact-decimal.ts';
import { flagAt } from '../delivery/sync/read-record.ts';
import { askMany, type LookupResult, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { decimalAt, recordsAt, plainLineAt, plainLinesOf } from './field-text.ts';
import type { AskSeries } from './lookup-client.ts';
import { readTrackings, freshness } from './tracking.ts';

const statusFields = [
  'Status',
  'HandleStatus',
  'HandleState',
  'TrackingState',
  'RetryCount',
  'HasRemoteFee',
  'ServiceCode',
  'ShippingType',
  'ShippingProvider',
  'WarehouseId',
  'ExtraTrackNumber',
  'InternalNumber',
  'PricingProductCode',
  'ServerSource',
  'Country',
  'CodAmount',
  'CodAmountCurrency',
  'ContainerCount',
  'Remark',
];
const timeFields = [
  'CreatedTime',
  'CreateTime',
  'MailingDate',
  'WarehouseReceivedTime',
  'ReceivedTime',
  'SvcOrderPackedTimeStr',
  'SvcOrderShipOuted',
  'SvcOrderShipOutedStr',
  'SvcOrderShipOutedTimeStr',
  'WarehouseDepartedTime',
  'ShippingOutTime',
  'DestinationAscanTime',
  'ShippingInTime',
  'DeliveredTime',
  'FinishedTime',
  'LastUpdated',
];

const maxCheckpoints = 5000;
const maxTimelines = 100;

/** Converts a status record (of endpoints 3, 11, 16 or 18) for screens; times in the order of an order's life. */
export function readOrder(endpoint: StatusEndpoint, record: Record<string, unknown>): OrderView {
  const costs = recordsAt(record, 'ShippingCosts');
  const { totals, unread } = currencyTotals(
    costs.map((cost) => ({ Amount: decimalAt(cost, 'Money') ?? undefined, Currency: plainLineAt(cost, 'Currency') })),
  );
  return {
    statuses: filledFields(record, statusFields),
    TrackingNumber: plainLineAt(record, 'TrackingNumber'),
    IsFinalTrackingNumber: flagAt(record, 'IsFinalTrackingNumber'),
    costs: costs.map((cost) => ({
      Money: decimalAt(cost, 'Money'),
      ...plainLinesOf(cost, ['Currency', 'Type', 'Remark']),
    })),
    costTotals: totals,
    costsUnread: unread,
    weights: weightsOf(endpoint, record),
    quantities: recordsAt(record, 'Skus').map((sku) => ({
      Sku: plainLineAt(sku, 'Sku'),
      Quantity: decimalAt(sku, 'Quantity'),
      ArrivalQuantity: decimalAt(sku, 'ArrivalQuantity'),
      PutawayQuantity: decimalAt(sku, 'PutawayQuantity'),
    })),
    times: filledFields(record, timeFields),
    timelines: timelinesOf(record),
    failure: failureOf(record),
    record,
  };
}

function filledFields(record: unknown, names: readonly string[]): { field: string; value: string }[] {
  return names.map((field) => ({ field, value: plainLineAt(record, field) })).filter(({ value }) => value !== '');
}

/** The checkpoints of the whole order, then of each SKU whose checkpoints differ. */
function timelinesOf(record: Record<string, unknown>): OrderView['timelines'] {
  const wholeOrder = { Sku: '', checkpoints: readTrackings(record).slice(0, maxCheckpoints) };
  const orderCheckpoints = JSON.stringify(wholeOrder.checkpoints);
  const skuTimelines = recordsAt(record, 'Skus')
    .slice(0, maxTimelines)
    .map((sku) => ({ Sku: plainLineAt(sku, 'Sku'), checkpoints: readTrackings(sku).slice(0, maxCheckpoints) }))
    .filter(({ checkpoints }) => JSON.stringify(checkpoints) !== orderCheckpoints);
  return [wholeOrder, ...skuTimelines].filter(({ checkpoints }) => checkpoints.length > 0);
}

type Weight = OrderView['weights'][number];

// each endpoint has other names for declared and measured values
function weightsOf(endpoint: StatusEndpoint, record: Record<string, unknown>): Weight[] {
  const weightOfOrder = (declared: string | null, measured: string | null): Weight => ({
    of: '',
    declared,
    measured,
    charged: decimalAt(record, 'ChargedWeight'),
    sizeDeclared: sizeOf(valueAt(record, ['PackingInit'])),
    sizeMeasured: sizeOf(valueAt(record, ['Packing'])),
  });
  const weight = decimalAt(record, 'Weight');
  switch (endpoint) {
    case 16:
      return [weightOfOrder(decimalAt(record, 'WeightInit'), weight)];
    case 11:
      return [weightOfOrder(null, weight)];
    case 3:
      return [
        weightOfOrder(weight, decimalAt(record, 'VerifyWeight')),
        ...recordsAt(record, 'Containers').map(containerWeight),
      ];
    case 18:
      return recordsAt(record, 'ContainerInfos').map(boxWeight);
  }
}

const containerWeight = (box: Record<string, unknown>): Weight => ({
  of: plainLineAt(box, 'ContainerId'),
  declared: decimalAt(box, 'Weight'),
  measured: null,
  charged: null,
  sizeDeclared: sizeOf(box),
  sizeMeasured: '',
});

const boxWeight = (box: Record<string, unknown>): Weight => ({
  of: plainLineAt(box, 'CustomContainerNo'),
  declared: decimalAt(box, 'WeightInit'),
  measured: decimalAt(box, 'Weight'),
  charged: null,
  sizeDeclared: sizeOf(box, 'Init'),
  sizeMeasured: sizeOf(box),
});

function sizeOf(packing: unknown, suffix = ''): string {
  const sides = ['Length', 'Width', 'Height'].map((side) => decimalAt(packing, `${side}${suffix}`));
  return sides.every((side) => side === null) ? '' : sides.map((side) => side ?? '?').join(' × ');
}

/** The failure of an order; null if all its texts are empty, as services send an empty object too. */
function failureOf(record: Record<string, unknown>): OrderView['failure'] {
  for (const name of ['CreateFailedReason', 'UnShippedReason']) {
    const reason = plainLinesOf(valueAt(record, [name]), ['ReasonCode', 'ReasonText', 'ExtendMessage']);
    if (Object.values(reason).some((text) => text !== '')) return reason;
  }
  return null;
}

/** Maximum number of ids per request of endpoint 11, the same as in the outbox. */
const maxIdsPerRequest = 50;

const statusEndpointOf = { 'drop-ship': 16, boxes: 18, outbound: 11, inbound: 3 } as const;
/** Order of requests if the kind is unknown: most lookups are of drop-ship and label orders. */
const allStatusEndpoints: readonly StatusEndpoint[] = [16, 18, 11, 3];

const idFields: Record<StatusEndpoint, readonly string[]> = {
  3: ['ShipmentId', 'SvcOrderId'],
  11: ['PackageId', 'SvcPackageId', 'TrackingNumber', 'InternalNumber'],
  16: ['PackageId', 'SvcPackageId'],
  18: ['PackageId', 'SvcPackageId'],
};

export interface OrderParts {
  store: AnswerStore;
  entries: DeskEntries;
  target: () => Promise<string>;
  series: (caller: 'person') => AskSeries;
  notify: (about: 'orders', subjects: string[]) => void;
}

interface StoredOrder {
  by: StatusEndpoint;
  record: Record<string, unknown>;
}
interface OrderResult {
  askedEndpoints: StatusEndpoint[];
  outcome: LookupResult;
}

/** Looks up orders by id at the status endpoint of their kind, also those that this desk did not send. */
export function orderLookup({ store, entries, target, series, notify }: OrderParts) {
  /** Status endpoints to ask, most likely first. */
  function statusEndpointsFor(id: string, kind: OrderKind): readonly StatusEndpoint[] {
    if (kind !== 'any') return [statusEndpointOf[kind]];
    const entryEndpoint = entries.findByKey(id)?.endpoint;
    const likelyEndpoints = isEndpointNumber(entryEndpoint) ? endpointOf(entryEndpoint).outcome.filter(isStatus) : [];
    return [...new Set([...likelyEndpoints, ...allStatusEndpoints])];
  }

  async function fetchOrders(ids: readonly string[], kind: OrderKind): Promise<Map<string, OrderResult>> {
    const ask = series('person');
    const results = new Map<string, OrderResult>();
    const remainingEndpoints = new Map(ids.map((id) => [id, [...statusEndpointsFor(id, kind)]]));
    const recordOutcomes = async (
      endpoint: StatusEndpoint,
      outcomes: ReadonlyMap<string, LookupResult>,
    ): Promise<void> => {
      await storeOrders(endpoint, outcomes);
      for (const [id, outcome] of outcomes) {
        const previous = results.get(id);
        // "not found" at one endpoint says little if another could not answer: the failure is kept
        const combined = outcome.kind === 'absent' && previous?.outcome.kind === 'failed' ? previous.outcome : outcome;
        results.set(id, { askedEndpoints: [...(previous?.askedEndpoints ?? []), endpoint], outcome: combined });
        if (!shouldAskNext(outcome)) remainingEndpoints.delete(id);
      }
    };
    while (remainingEndpoints.size > 0) {
      const round = [...remainingEndpoints].map(([id, endpoints]) => ({ id, endpoint: endpoints.shift() }));
      for (const { id, endpoint } of round) if (endpoint === undefined) remainingEndpoints.delete(id);
      const outbound = round.filter(({ endpoint }) => endpoint === 11).map(({ id }) => id);
      for (let start = 0; start < outbound.length; start += maxIdsPerRequest) {
        const batch = outbound.slice(start, start + maxIdsPerRequest);
        await recordOutcomes(11, await askMany(batch, idFields[11], (Ids) => ask({ endpoint: 11, body: { Ids } })));
      }
      for (const { id, endpoint } of round) {
        if (endpoint !== undefined && endpoint !== 11)
          await recordOutcomes(endpoint, await askMany([id], idFields[endpoint], () => askOne(endpoint, id, ask)));
      }
    }
    return results;
  }

  async function storeOrders(endpoint: StatusEndpoint, outcomes: ReadonlyMap<string, LookupResult>): Promise<void> {
    const answers = [...outcomes].flatMap(([subject, outcome]) =>
      outcome.kind === 'found'
        ? [
            {
              kind: 'order' as const,
              subject,
              value: { by: endpoint, record: outcome.record },
              unexpected: outcome.unexpected,
            },
          ]
        : [],
    );
    if (answers.length === 0) return;
    store.save(await target(), answers);
    notify(
      'orders',
      answers.map(({ subject }) => subject),
    );
  }

  return async function lookUp(
    requestedIds: readonly string[],
    kind: OrderKind,
    mode: 'last' | 'fresh',
  ): Promise<{ orders: OrderAnswer[] }> {
    const ids = [...new Set(requestedIds)];
    const results = mode === 'fresh' ? await fetchOrders(ids, kind) : new Map<string, OrderResult>();
    const targetName = await target();
    const orders = ids.map((id): OrderAnswer => {
      const stored = store.readLast<StoredOrder>(targetName, 'order', id);
      const shown = stored !== null && (kind === 'any' || stored.value.by === statusEndpointOf[kind]) ? stored : null;
      const result = results.get(id);
      return {
        id,
        ...freshness(shown?.at ?? null, result?.outcome),
        by: shown?.value.by ?? null,
        asked: result?.askedEndpoints ?? [],
        order: shown && readOrder(shown.value.by, shown.value.record),
        entry: entries.findByKey(id),
        unexpected: shown?.unexpected ?? [],
      };
    });
    return { orders };
  };
}

const isStatus = (endpoint: number): endpoint is StatusEndpoint =>
  allStatusEndpoints.some((status) => status === endpoint);

/** Whether to try the next endpoint: not if this one found the order, or if the next request would fail too. */
function shouldAskNext(outcome: LookupResult): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'absent';
  return (
    ['service', 'invalid', 'not-shown'].includes(outcome.problem.kind) && outcome.problem.params?.['status'] !== 429
  );
}

function askOne(endpoint: StatusEndpoint, id: string, ask: AskSeries): Promise<Result<Lookup>> {
  return ask(
    endpoint === 3 ? { endpoint: 3, path: { shipmentId: id } } : { endpoint: endpoint, path: { packageId: id } },
  );
}
