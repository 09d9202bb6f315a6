import type { Input, Output } from '../../shared/contract/desk-contract.ts';
import type {
  Freshness,
  InventoryAnswer,
  StockRow,
  PriceAnswer,
  PricedService,
} from '../../shared/contract/lookup-answers.ts';
import { fail, ok, type Problem, type Result } from '../../shared/contract/problem.ts';

type Names =
  | 'inventory.look'
  | 'skus.find'
  | 'prices.inbound'
  | 'prices.outbound'
  | 'prices.fromEntry'
  | 'prices.fromBody'
  | 'table.file';
type Handlers = { [N in Names]: (input: Input<N>) => Result<Output<N>> };

const hour = 3_600_000;
const offline: Problem = { kind: 'offline', message: 'Nothing answers.' };
const html = '<img src=x onerror=alert(1)>';

/**
 * Stock, SKUs and prices of a desk in memory. Answers with mode `last` are three hours old. The name of a SKU decides
 * its kind: `LOW-1` is low, `OWN-1` is in undelivered orders of this desk, `GONE-1` is unknown everywhere, `OLD-1`
 * cannot be looked up now, `STRANGE-1` has an unexpected answer.
 */
export function fakeStock(now: number): Handlers {
  const freshnessOf = (mode: 'last' | 'fresh', isOld = false): Freshness =>
    isOld
      ? { at: now - 50 * hour, fresh: false, why: mode === 'fresh' ? offline : null }
      : { at: mode === 'fresh' ? now : now - 3 * hour, fresh: mode === 'fresh', why: null };
  const pricesHandler =
    (side: 14 | 17) =>
    ({ body, mode = 'fresh' }: Input<'prices.inbound'>) =>
      ok(pricesOf(side, freshnessOf(mode, body['WarehouseId'] === 'OLD')));

  return {
    'inventory.look': ({ Skus, mode = 'fresh' }) => {
      const hasSeveral = Skus.length > 50 || Skus.some((Sku) => Sku.includes(','));
      const rows = Skus.map((Sku) => stockOf(Sku, hasSeveral, freshnessOf(mode, Sku.startsWith('OLD'))));
      const isStrange = mode === 'fresh' && Skus.some((Sku) => Sku.startsWith('STRANGE'));
      const answer: InventoryAnswer = {
        endpoint: hasSeveral ? 20 : 19,
        onlyByQuery: ['VerifyState', 'BlockQty'],
        rows,
        others: [],
        unexpected: isStrange ? [{ path: '$[0].AvailStockQty', message: `a number was expected, ${html} came` }] : [],
      };
      return ok(answer);
    },
    'skus.find': ({ SkuList = [], mode = 'fresh' }) =>
      ok({
        ...freshnessOf(mode, SkuList.includes('OLD-1')),
        records: (SkuList.length > 0 ? SkuList : ['MUG-1', 'REJECTED-1', 'PENDING-1', 'STRANGE-1'])
          .filter((Sku) => !Sku.startsWith('GONE'))
          .map(skuOf),
        waiting: [
          { id: 'w1', Sku: 'HERE-1', state: 'queued', CustomStorageNo: '', ProductName: 'Cup', reason: '' },
          { id: 'w2', Sku: 'HERE-2', state: 'refused', CustomStorageNo: '', ProductName: 'Lid', reason: html },
        ],
        unexpected: [],
      }),
    'prices.inbound': pricesHandler(14),
    'prices.outbound': pricesHandler(17),
    'prices.fromEntry': () => ok({ endpoint: 17, body: { Weight: 1.5, Country: 'ES' }, missing: ['Length'] }),
    'prices.fromBody': () => fail('invalid', 'Nothing to price.'),
    'table.file': ({ name, as }) => ok({ id: 't1', name: `${name}.${as}`, mediaType: 'text/csv', bytes: 10 }),
  };
}

function stockOf(Sku: string, hasSeveral: boolean, freshness: Freshness): StockRow {
  const ownOrders = Sku.startsWith('OWN')
    ? { quantity: 7, orders: 1, refused: 2 }
    : { quantity: 0, orders: 0, refused: 0 };
  const isLow = Sku.startsWith('LOW');
  const isKnown = !Sku.startsWith('GONE');
  const availableQuantity = isLow ? '3' : Sku.startsWith('HUGE') ? '123456789012345678901' : '30';
  const quantities = {
    TotalStockQty: isKnown ? '40' : null,
    AvailStockQty: isKnown ? availableQuantity : null,
    InTransitStockQty: isKnown ? '5' : null,
    BlockQty: isKnown && !hasSeveral ? '2' : null,
  };
  const record = {
    ...quantities,
    WarehouseId: 'W1',
    SvcSku: `SVC-${Sku}`,
    StorageNo: `ST-${Sku}`,
    VerifyState: hasSeveral ? '' : Sku.startsWith('STRANGE') ? html : 'Verified',
    DeclareName: Sku.startsWith('STRANGE') ? html : 'Mug',
    DeclareNameCn: '杯子',
    ProductFlag: 'Simple',
    ProductAttribute: 'GeneralCargo',
    CreateTime: '2026-01-02T03:04:05Z',
  };
  return {
    Sku,
    ...freshness,
    stock: isKnown ? [record] : [],
    ...quantities,
    undelivered: ownOrders,
    availAfter: isKnown && ownOrders.quantity > 0 ? '23' : quantities.AvailStockQty,
    ProductAmountWarn: isLow ? 5 : Sku.startsWith('OWN') ? 25 : null,
    low: isLow,
    lowAfter: isLow || Sku.startsWith('OWN'),
  };
}

function skuOf(Sku: string): Record<string, unknown> {
  const kind = Sku.split('-')[0];
  const status = { REJECTED: 'Rejected', PENDING: 'Pending', STRANGE: { deep: html } }[kind ?? ''] ?? 'Approved';
  return {
    ...{ Sku, CustomStorageNo: `ST-${Sku}`, DeclareName: `Name of ${Sku}`, Weight: 300, Length: 10.5, Width: 10 },
    ...{ ApprovalStatus: status, DeclareValue: 0.3, ...(kind === 'STRANGE' && { Extra: [html] }) },
  };
}

function pricesOf(side: 14 | 17, freshness: Freshness): PriceAnswer {
  const service = (ServiceCode: string, Amount: string, overrides: Partial<PricedService>): PricedService => ({
    ServiceCode,
    ServiceName: `Name of ${ServiceCode}`,
    Success: true,
    Message: '',
    summary: [{ Currency: 'USD', Amount }],
    detail: [],
    detailTotals: [],
    unread: 0,
    TotalCharge: side === 14 ? { Currency: 'CNY', Amount } : null,
    Min: null,
    Max: null,
    ...overrides,
  });
  const detail = [
    { ChargeName: html, Remark: '', Currency: 'USD', Amount: '0.1' },
    { ChargeName: 'Fuel', Remark: '燃油', Currency: 'USD', Amount: '0.2' },
    { ChargeName: 'Duty', Remark: '', Currency: 'JPY', Amount: '12' },
    { ChargeName: 'Toll', Remark: '', Currency: 'JPY', Amount: null },
  ];
  return {
    ...freshness,
    services: [
      service('DEAR', '20.5', { Min: '1', Max: '2' }),
      service('FAILS', '1', { Success: false, Message: `Over 30 kg ${html}` }),
      service('MIXED', '0.3', {
        detail,
        unread: 1,
        summary: [],
        detailTotals: [
          { Currency: 'USD', Amount: '0.3' },
          { Currency: 'JPY', Amount: '12' },
        ],
      }),
      service('FAIR', '9.9', { Min: '2', Max: '3' }),
      service('EXACT', '12345678901234567890.123', { Min: '30', Max: '40' }),
    ],
    records: [{ ServiceCode: 'DEAR', Unheard: html }],
    byPrice: [3, 0, 4, 2, 1],
    byTime: [0, 3, 4, 2, 1],
    unexpected: [{ path: '$[2].ChargeInfo.Detail[3].Amount', message: 'number was expected, text came' }],
  };
}
