import { breach, legal, readAsLegal } from '../by-hand.ts';
import { drop, set } from '../change.ts';
import { booleans, integers, length, listOf, object, one, required, strings, table, text } from '../field-table.ts';
import { fullShipToAddress, shipToAddress } from '../objects/addresses.ts';
import * as batch from '../objects/batch-details.ts';
import type { EndpointList } from '../request-case.ts';

/** Without IsBoxed: rule 3 requires SkuDetails if IsBoxed is false, and an absent flag has no documented default. */
const minimal = {
  endpoint: 8,
  body: { CustomerOrderNo: '', WareHouseCode: 'DE1', ServiceCode: '', ShipToAddress: {} },
};

const full = {
  endpoint: 8,
  body: {
    CustomerOrderNo: 'PD-0008',
    WareHouseCode: 'DE1',
    CarrierName: 'DHL',
    CarrierService: 'Freight',
    Priority: 1,
    ServiceCode: 'DE-B2B',
    IsPallet: true,
    IsBoxed: true,
    ShipToAddress: fullShipToAddress,
    ShipmentId: 'FBA15ABCDEFGHIJ',
    ReferenceId: '1ABCDEFG2345',
    ScheduledTime: '2026-05-01 10:00',
    Remark: 'two boxes',
    SkuDetails: [batch.fullSkuDetail, batch.fullSkuDetail],
    SkuRelabelDetails: [batch.fullSkuRelabelDetail, batch.fullSkuRelabelDetail],
    BoxDetails: [batch.fullBoxDetail, batch.fullBoxDetail],
    PalletDetails: [batch.fullPalletDetail, batch.fullPalletDetail],
  },
};

const SkuDetails = [batch.fullSkuDetail];
const BoxDetails = [batch.fullBoxDetail];
const PalletDetails = [batch.fullPalletDetail];
const order = (more: object) => ({ endpoint: 8, body: { ...minimal.body, ...more } });

const noSkuDetails = (why: string, request: unknown) => breach('rule in words', 'body', '$.SkuDetails', why, request);

export const createBatchOutboundOrder: EndpointList = {
  endpoint: 8,
  body: table(
    'body of 8',
    'body',
    required('CustomerOrderNo', length(50)),
    required('WareHouseCode', text),
    strings('CarrierName', 'CarrierService'),
    integers('Priority'),
    required('ServiceCode', length(30)),
    booleans('IsPallet', 'IsBoxed'),
    required('ShipToAddress', object(shipToAddress)),
    one('ShipmentId', length(15)),
    one('ReferenceId', length(12)),
    strings('ScheduledTime'),
    one('Remark', length(200)),
    one('SkuDetails', listOf(batch.skuDetail)),
    one('SkuRelabelDetails', listOf(batch.skuRelabelDetail)),
    one('BoxDetails', listOf(batch.boxDetail)),
    one('PalletDetails', listOf(batch.palletDetail)),
  ),
  minimal,
  full,
  tied: ['$.IsPallet', '$.IsBoxed', '$.PalletDetails', '$.BoxDetails'],
  accepts: [
    legal('rule 1: IsPallet without PalletDetails, the warehouse palletizes freely', order({ IsPallet: true })),
    legal('rule 1: IsPallet with PalletDetails', order({ IsPallet: true, PalletDetails })),
    legal('rule 1: IsPallet false, nothing to palletize', order({ IsPallet: false })),
    legal('rule 2: IsBoxed without BoxDetails, the warehouse packs freely', order({ IsBoxed: true })),
    legal('rule 2: IsBoxed without BoxDetails, with SkuDetails', order({ IsBoxed: true, SkuDetails })),
    legal('rule 2: IsBoxed with BoxDetails', order({ IsBoxed: true, BoxDetails })),
    legal('rule 3: IsBoxed false with SkuDetails', order({ IsBoxed: false, SkuDetails })),
    legal('both flags false with SkuDetails', order({ IsPallet: false, IsBoxed: false, SkuDetails })),
    legal('both flags true, no details', order({ IsPallet: true, IsBoxed: true })),
    legal('SkuDetails without a flag', order({ SkuDetails })),
    legal('a ScheduledTime is a plain string', order({ ScheduledTime: 'tomorrow' })),
  ],
  refuses: [
    noSkuDetails('rule 3: IsBoxed false without SkuDetails', order({ IsBoxed: false })),
    noSkuDetails('rule 3, whatever IsPallet says', order({ IsBoxed: false, IsPallet: true, PalletDetails })),
    noSkuDetails('rule 3: relabel details are no SkuDetails', {
      ...order({ IsBoxed: false, SkuRelabelDetails: [batch.fullSkuRelabelDetail] }),
    }),
    noSkuDetails('rule 3 on a full order', drop(set(full, 'body', '$.IsBoxed', false), 'body', '$.SkuDetails')),
    breach(
      'unknown name',
      'body',
      '$.WarehouseCode',
      'WareHouseCode as endpoint 9 spells it',
      order({ WarehouseCode: 'DE1' }),
    ),
    breach(
      'unknown name',
      'body',
      '$.WarehouseId',
      'WareHouseCode as endpoint 4 calls it',
      order({ WarehouseId: 'DE1' }),
    ),
  ],
  doubts: [
    readAsLegal(
      'IsBoxed false with an empty SkuDetails',
      'The list is there; that it must hold something is not said.',
      order({ IsBoxed: false, SkuDetails: [] }),
      'body',
      '$.SkuDetails',
    ),
    readAsLegal(
      'BoxDetails, and IsBoxed false',
      'Rule 3 calls them not required then, which is not forbidden.',
      order({ IsBoxed: false, SkuDetails, BoxDetails }),
      'body',
      '$.BoxDetails',
      '$.IsBoxed',
    ),
    readAsLegal(
      'BoxDetails, and no IsBoxed',
      'The flag is not marked required and no rule forbids details without it.',
      order({ BoxDetails }),
      'body',
      '$.BoxDetails',
      '$.IsBoxed',
      '$.SkuDetails',
    ),
    readAsLegal(
      'PalletDetails, and IsPallet false',
      'Rule 1 says when the flag is true, not when details are forbidden.',
      order({ IsPallet: false, PalletDetails }),
      'body',
      '$.PalletDetails',
      '$.IsPallet',
    ),
    readAsLegal(
      'PalletDetails, and no IsPallet',
      'The flag is not marked required and no rule forbids details without it.',
      order({ PalletDetails }),
      'body',
      '$.PalletDetails',
      '$.IsPallet',
    ),
  ],
  sent: [
    { why: 'nothing is added', request: minimal, method: 'POST', path: '/v1/batchOutboundOrder', body: minimal.body },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/batchOutboundOrder', body: full.body },
  ],
};
