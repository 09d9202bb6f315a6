import { currencyTotals } from '../../shared/text/exact-decimal.ts';
import type { StatusEndpoint, OrderView } from '../../shared/contract/order-answers.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { flagAt } from '../sync/record-field.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-words.ts';
import { readTrackings } from './read-checkpoints.ts';

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
