import { checkRequest } from '../../shared/service/check-request.ts';
import { endpointNumbers } from '../../shared/service/endpoints.ts';
import type { Issue } from '../../shared/service/issue.ts';
import { cpuCost } from '../support/cpu-cost.ts';
import { describe, expect, it } from 'vitest';

const issuesOf = (request: unknown): Issue[] => {
  const checked = checkRequest(request);
  return checked.ok ? [] : checked.issues;
};
const told = (request: unknown): string[] =>
  issuesOf(request).map((issue) => `${issue.in} ${issue.path} ${issue.code}`);
const label = (body: object): unknown => ({ endpoint: 2, body: { Package: {}, ...body } });
const inSku = (line: object): unknown => label({ Package: { Skus: [{}, line] } });

const sku = {
  Sku: 'A-1',
  ProductName: 'Scarf',
  ProductDescription: 'Wool',
  Weight: 1,
  Length: 1,
  Width: 1,
  Height: 1,
  DeclareName: 'Scarf',
  DeclareValue: 1,
  ProductFlag: 'Simple',
  ProductAttribute: 'GeneralCargo',
};

describe('a request that breaks no rule', () => {
  it('is returned as it would be sent, with nothing added', () => {
    expect(checkRequest(label({ Package: { PackageId: 'A' } }))).toEqual({
      ok: true,
      request: {
        endpoint: 2,
        method: 'POST',
        path: '/v1/directExpressLabelOrders',
        body: { Package: { PackageId: 'A' } },
      },
    });
  });

  it('keeps a stated SubmitLater, and gets none on inbound orders, for which no default is documented', () => {
    const inbound = { ShipmentId: 'S', WarehouseId: 'W', ShippingType: 'T', Containers: [] };
    expect(checkRequest(label({ SubmitLater: true }))).toMatchObject({ request: { body: { SubmitLater: true } } });
    expect(checkRequest({ endpoint: 4, body: inbound })).toMatchObject({ request: { body: inbound } });
    expect(checkRequest({ endpoint: 4, body: inbound })).not.toHaveProperty('request.body.SubmitLater');
  });

  it('has no body if the endpoint has none, even if an empty one is given', () => {
    const request = { endpoint: 16, method: 'GET', path: '/v1/directExpressOrders/P/status' };
    for (const body of [{}, undefined, null]) {
      expect(checkRequest({ endpoint: 16, path: { packageId: 'P' }, body })).toEqual({ ok: true, request });
    }
  });

  it('may contain an empty list where a list is required', () => {
    expect(told({ endpoint: 5, body: { TrackingNumbers: [] } })).toEqual([]);
  });
});

describe('names', () => {
  it('are refused if the variant lacks them, with the path of the name', () => {
    expect(told(label({ Package: { ShipToAddress: { District: 'x' } } }))).toEqual([
      'body $.Package.ShipToAddress.District unknown-name',
    ]);
  });

  it('in another case are refused with the right spelling', () => {
    const [issue] = issuesOf(label({ Package: { Skus: [{ sku: 'A' }] } }));
    expect(issue).toMatchObject({ path: '$.Package.Skus[0].sku', code: 'wrong-case', params: { meant: 'Sku' } });
    expect(issue?.message).toContain('did you mean Sku?');
  });

  it('that are not plain words are in brackets in a path', () => {
    expect(told(label({ "it's": 1 }))).toEqual(["body $['it\\'s'] unknown-name"]);
  });

  it('that objects inherit are unknown names like others', () => {
    expect(told(JSON.parse('{"endpoint":13,"body":{"__proto__":{},"constructor":1}}'))).toEqual([
      'body $.__proto__ unknown-name',
      'body $.constructor unknown-name',
    ]);
  });

  it('beside endpoint, path, query and body are refused', () => {
    expect(told({ endpoint: 13, body: {}, Body: {}, more: 1 })).toEqual([
      'request $.Body wrong-case',
      'request $.more unknown-name',
    ]);
  });
});

describe('types', () => {
  it.each([
    [{ Quantity: '1' }, 'wrong-type'],
    [{ Quantity: 1.5 }, 'not-integer'],
    [{ Quantity: 2 ** 53 }, 'not-safe-integer'],
    [{ Quantity: null }, 'wrong-type'],
    [{ Weight: Infinity }, 'wrong-type'],
    [{ Weight: NaN }, 'wrong-type'],
    [{ Sku: 1 }, 'wrong-type'],
    [{ Duty: [] }, 'wrong-type'],
  ])('are not converted: %j', (line, code) => {
    const [name] = Object.keys(line);
    expect(told(inSku(line))).toEqual([`body $.Package.Skus[1].${name} ${code}`]);
  });

  it('of the request itself and its parts are checked, too', () => {
    expect(told(null)).toEqual(['request $ wrong-type']);
    expect(told([])).toEqual(['request $ wrong-type']);
    expect(told({ endpoint: '2' })).toEqual(['request $.endpoint unknown-endpoint']);
    expect(told({ endpoint: 21 })).toEqual(['request $.endpoint unknown-endpoint']);
    const unknown = checkRequest({ endpoint: 0 });
    expect(!unknown.ok && unknown.issues[0]?.params).toEqual({ min: 1, max: endpointNumbers.length });
    expect(told({ endpoint: 13, query: [] })).toEqual(['query $ wrong-type', 'body $ missing']);
    expect(told({ endpoint: 12, path: { trackingNumber: 'A' }, body: { a: 1 } })).toEqual(['body $ no-body']);
    expect(told({ endpoint: 12, path: { trackingNumber: 'A' }, body: [] })).toEqual(['body $ no-body']);
  });
});

describe('limits', () => {
  it('count characters, not UTF-16 units', () => {
    expect(told(label({ Location: '𠮷'.repeat(20) }))).toEqual([]);
    expect(told(label({ Location: '𠮷'.repeat(21) }))).toEqual(['body $.Location too-long']);
  });

  it.each([
    [999999.99, []],
    [-999999.99, []],
    [0.07, []],
    [1e-2, []],
    [1000000, ['body $.Length too-big']],
    [-1000000, ['body $.Length too-small']],
    [1.001, ['body $.Length too-many-decimals']],
    [1e-7, ['body $.Length too-many-decimals']],
    [1e21, ['body $.Length too-big']],
  ])('of Decimal 8,2 are 8 digits with 2 after the point: %d', (Length, issues) => {
    expect(told({ endpoint: 15, body: { ...sku, Length } })).toEqual(issues);
  });

  it('of Decimal 18,2 hold up to the precision of doubles', () => {
    expect(told({ endpoint: 15, body: { ...sku, DeclareValue: 9007199254740993 } })).toEqual([]);
    expect(told({ endpoint: 15, body: { ...sku, DeclareValue: 1e16 } })).toEqual(['body $.DeclareValue too-big']);
    expect(told({ endpoint: 15, body: { ...sku, DeclareValue: 0.125 } })).toEqual([
      'body $.DeclareValue too-many-decimals',
    ]);
  });

  it.each([
    ['2025-02-28T10:00:00Z', true],
    ['2024-02-29T10:00', true],
    ['2025-03-31T14:05:00.123+08:00', true],
    ['2025-02-29T10:00:00Z', false],
    ['2025-03-31', false],
    ['2025-03-31 14:05:00', false],
    ['2025-03-31T24:05:00', false],
    ['31/03/2025', false],
  ])('of a date are those of ISO 8601 date-times: %s', (PlanArriveDate, good) => {
    const body = { ShipmentId: 'S', WarehouseId: 'W', ShippingType: 'T', Containers: [], PlanArriveDate };
    expect(told({ endpoint: 4, body })).toEqual(good ? [] : ['body $.PlanArriveDate bad-date']);
  });
});

describe('batch outbound', () => {
  const order = { CustomerOrderNo: 'C', WareHouseCode: 'W', ServiceCode: 'S', ShipToAddress: {} };

  it('requires SkuDetails if IsBoxed is false, and reports this beside other breaches', () => {
    expect(told({ endpoint: 8, body: { ...order, IsBoxed: false } })).toEqual(['body $.SkuDetails missing-when']);
    expect(told({ endpoint: 8, body: { ...order, IsBoxed: false, Priority: '1' } })).toEqual([
      'body $.Priority wrong-type',
      'body $.SkuDetails missing-when',
    ]);
  });

  it('does not require them if IsBoxed is true or absent, nor if SkuDetails exist but are wrong', () => {
    expect(told({ endpoint: 8, body: order })).toEqual([]);
    expect(told({ endpoint: 8, body: { ...order, IsBoxed: true } })).toEqual([]);
    expect(told({ endpoint: 8, body: { ...order, IsBoxed: false, SkuDetails: 1 } })).toEqual([
      'body $.SkuDetails wrong-type',
    ]);
  });
});

it('every issue is a sentence that names the field and what to do', () => {
  const issues = issuesOf({
    endpoint: 15,
    body: {
      ...sku,
      Sku: 'x'.repeat(101),
      Weight: 0,
      CustomStorageNo: 'a',
      HsCode: '12',
      Length: 0.123,
      sku: 1,
      Brand: 1,
    },
  });
  expect(issues).toHaveLength(7);
  for (const { path, message } of issues) {
    expect(message).toContain(path.split('.').at(-1));
    expect(message).toMatch(/[.?]$/);
    expect(message).not.toContain('undefined');
  }
});

it('a label order is checked at less than 50 times the cost of parsing it', () => {
  const line = { Sku: 'A', Quantity: 1, DeclareValue: 1.5, DeclareNameEn: 'Scarf' };
  const request = label({ Package: { PackageId: 'A', ShipToAddress: { Contact: 'Li' }, Skus: [line, line, line] } });
  const text = JSON.stringify(request);
  const checking = cpuCost(() => checkRequest(request), { timesEach: 1000 });
  const reading = cpuCost(() => JSON.parse(text) as unknown, { timesEach: 1000 });
  expect(checking / reading).toBeLessThan(50);
});
