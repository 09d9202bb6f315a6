import type { StatusEndpoint, OrderView, OrderAnswer, Lookup } from '../../shared/contract/lookup-answers.ts';
import type { OrderKind } from '../../shared/contract/lookup-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { currencyTotals } from '../../shared/text/exact-decimal.ts';
import { flagAt } from '../delivery/sync/read-record.ts';
import { askMany, type LookupResult, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-text.ts';
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

/** Converts a status record (of endpoints 3, 11, 16 and 18) for screens; fields in the order of an order's life. */
export function readOrder(by: StatusEndpoint, record: Record<string, unknown>): OrderView {
  const costs = recordsAt(record, 'ShippingCosts');
  const { totals, unread } = currencyTotals(
    costs.map((cost) => ({ Amount: decimalAt(cost, 'Money') ?? undefined, Currency: wordsAt(cost, 'Currency') })),
  );
  return {
    statuses: filled(record, statusFields),
    TrackingNumber: wordsAt(record, 'TrackingNumber'),
    IsFinalTrackingNumber: flagAt(record, 'IsFinalTrackingNumber'),
    costs: costs.map((cost) => ({
      Money: decimalAt(cost, 'Money'),
      ...wordsOf(cost, ['Currency', 'Type', 'Remark']),
    })),
    costTotals: totals,
    costsUnread: unread,
    weights: weightsOf(by, record),
    quantities: recordsAt(record, 'Skus').map((sku) => ({
      Sku: wordsAt(sku, 'Sku'),
      Quantity: decimalAt(sku, 'Quantity'),
      ArrivalQuantity: decimalAt(sku, 'ArrivalQuantity'),
      PutawayQuantity: decimalAt(sku, 'PutawayQuantity'),
    })),
    times: filled(record, timeFields),
    timelines: timelinesOf(record),
    failure: failureOf(record),
    record,
  };
}

function filled(record: unknown, names: readonly string[]): { field: string; value: string }[] {
  return names.map((field) => ({ field, value: wordsAt(record, field) })).filter(({ value }) => value !== '');
}

/** The checkpoints of the whole order, then of each SKU whose checkpoints differ. */
function timelinesOf(record: Record<string, unknown>): OrderView['timelines'] {
  const whole = { Sku: '', checkpoints: readTrackings(record).slice(0, maxCheckpoints) };
  const said = JSON.stringify(whole.checkpoints);
  const parts = recordsAt(record, 'Skus')
    .slice(0, maxTimelines)
    .map((sku) => ({ Sku: wordsAt(sku, 'Sku'), checkpoints: readTrackings(sku).slice(0, maxCheckpoints) }))
    .filter(({ checkpoints }) => JSON.stringify(checkpoints) !== said);
  return [whole, ...parts].filter(({ checkpoints }) => checkpoints.length > 0);
}

type Weight = OrderView['weights'][number];

// Declared and measured values have different names in each record.
function weightsOf(by: StatusEndpoint, record: Record<string, unknown>): Weight[] {
  const whole = (declared: string | null, measured: string | null): Weight => ({
    of: '',
    declared,
    measured,
    charged: decimalAt(record, 'ChargedWeight'),
    sizeDeclared: sizeOf(valueAt(record, ['PackingInit'])),
    sizeMeasured: sizeOf(valueAt(record, ['Packing'])),
  });
  const weight = decimalAt(record, 'Weight');
  switch (by) {
    case 16:
      return [whole(decimalAt(record, 'WeightInit'), weight)];
    case 11:
      return [whole(null, weight)];
    case 3:
      return [whole(weight, decimalAt(record, 'VerifyWeight')), ...recordsAt(record, 'Containers').map(container)];
    case 18:
      return recordsAt(record, 'ContainerInfos').map(boxOfOrder);
  }
}

const container = (box: Record<string, unknown>): Weight => ({
  of: wordsAt(box, 'ContainerId'),
  declared: decimalAt(box, 'Weight'),
  measured: null,
  charged: null,
  sizeDeclared: sizeOf(box),
  sizeMeasured: '',
});

const boxOfOrder = (box: Record<string, unknown>): Weight => ({
  of: wordsAt(box, 'CustomContainerNo'),
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

/** A failure has at least one non-empty text; services send the empty object too. */
function failureOf(record: Record<string, unknown>): OrderView['failure'] {
  for (const name of ['CreateFailedReason', 'UnShippedReason']) {
    const reason = wordsOf(valueAt(record, [name]), ['ReasonCode', 'ReasonText', 'ExtendMessage']);
    if (Object.values(reason).some((text) => text !== '')) return reason;
  }
  return null;
}

/** Ids per request of endpoint 11, as many as the outbox uses. */
const maxTogether = 50;

const statusOf = { 'drop-ship': 16, boxes: 18, outbound: 11, inbound: 3 } as const;
/** If the kind is unknown: drop-ship and label orders are most of what a counter asks for. */
const anyOrder: readonly StatusEndpoint[] = [16, 18, 11, 3];

const names: Record<StatusEndpoint, readonly string[]> = {
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

interface KeptOrder {
  by: StatusEndpoint;
  record: Record<string, unknown>;
}
interface OrderResult {
  asked: StatusEndpoint[];
  outcome: LookupResult;
}

/** Looks up orders by their ids at the status endpoint of their kind, whether or not this desk made them. */
export function orderLookup({ store, entries, target, series, notify }: OrderParts) {
  /** Status endpoints to ask, most likely first. */
  function statuses(id: string, kind: OrderKind): readonly StatusEndpoint[] {
    if (kind !== 'any') return [statusOf[kind]];
    const made = entries.withKey(id)?.endpoint;
    const known = isEndpointNumber(made) ? endpointOf(made).outcome.filter(isStatus) : [];
    return [...new Set([...known, ...anyOrder])];
  }

  async function look(ids: readonly string[], kind: OrderKind): Promise<Map<string, OrderResult>> {
    const ask = series('person');
    const looks = new Map<string, OrderResult>();
    const open = new Map(ids.map((id) => [id, [...statuses(id, kind)]]));
    const settle = async (by: StatusEndpoint, outcomes: ReadonlyMap<string, LookupResult>): Promise<void> => {
      await keep(by, outcomes);
      for (const [id, outcome] of outcomes) {
        const before = looks.get(id);
        // "Not known" by one endpoint says little if another could not answer.
        const worse = outcome.kind === 'absent' && before?.outcome.kind === 'failed' ? before.outcome : outcome;
        looks.set(id, { asked: [...(before?.asked ?? []), by], outcome: worse });
        if (!asksOn(outcome)) open.delete(id);
      }
    };
    while (open.size > 0) {
      const next = [...open].map(([id, left]) => ({ id, by: left.shift() }));
      for (const { id, by } of next) if (by === undefined) open.delete(id);
      const outbound = next.filter(({ by }) => by === 11).map(({ id }) => id);
      for (let from = 0; from < outbound.length; from += maxTogether) {
        const some = outbound.slice(from, from + maxTogether);
        await settle(11, await askMany(some, names[11], (Ids) => ask({ endpoint: 11, body: { Ids } })));
      }
      for (const { id, by } of next) {
        if (by !== undefined && by !== 11) await settle(by, await askMany([id], names[by], () => askOne(by, id, ask)));
      }
    }
    return looks;
  }

  async function keep(by: StatusEndpoint, outcomes: ReadonlyMap<string, LookupResult>): Promise<void> {
    const found = [...outcomes].flatMap(([subject, outcome]) =>
      outcome.kind === 'found'
        ? [{ kind: 'order' as const, subject, value: { by, record: outcome.record }, unexpected: outcome.unexpected }]
        : [],
    );
    if (found.length === 0) return;
    store.keep(await target(), found);
    notify(
      'orders',
      found.map(({ subject }) => subject),
    );
  }

  return async function lookUp(
    given: readonly string[],
    kind: OrderKind,
    mode: 'last' | 'fresh',
  ): Promise<{ orders: OrderAnswer[] }> {
    const ids = [...new Set(given)];
    const looks = mode === 'fresh' ? await look(ids, kind) : new Map<string, OrderResult>();
    const name = await target();
    const orders = ids.map((id): OrderAnswer => {
      const kept = store.last<KeptOrder>(name, 'order', id);
      const shown = kept !== null && (kind === 'any' || kept.value.by === statusOf[kind]) ? kept : null;
      const looked = looks.get(id);
      return {
        id,
        ...freshness(shown?.at ?? null, looked?.outcome),
        by: shown?.value.by ?? null,
        asked: looked?.asked ?? [],
        order: shown && readOrder(shown.value.by, shown.value.record),
        entry: entries.withKey(id),
        unexpected: shown?.unexpected ?? [],
      };
    });
    return { orders };
  };
}

const isStatus = (endpoint: number): endpoint is StatusEndpoint => anyOrder.some((status) => status === endpoint);

/** An order of another kind may have the id; but if the service cannot be reached, the next request would fail too. */
function asksOn(outcome: LookupResult): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'absent';
  return (
    ['service', 'invalid', 'not-shown'].includes(outcome.problem.kind) && outcome.problem.params?.['status'] !== 429
  );
}

function askOne(by: StatusEndpoint, id: string, ask: AskSeries): Promise<Result<Lookup>> {
  return ask(by === 3 ? { endpoint: 3, path: { shipmentId: id } } : { endpoint: by, path: { packageId: id } });
}
