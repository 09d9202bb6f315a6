import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

interface Charge {
  Currency: string;
  Amount: number;
}
interface Price {
  ServiceCode: string;
  Success: boolean;
  Message: string;
  ChargeInfo: { Summary: Charge[]; Detail: Charge[] };
  TotalCharge?: Charge;
}

const inbound = async (more: Record<string, unknown>): Promise<Price[]> =>
  (await practice.post('/v1/pricing/inbound/box', { WarehouseId: 'W1', Boxes: [], ...more })).body;
const outbound = async (more: Record<string, unknown>): Promise<Price> =>
  (
    await practice.post('/v1/pricing/all/outbound/package', {
      ...{ WarehouseId: 'W1', Country: 'US', Weight: 500, Length: 10, Width: 10, Height: 10 },
      ...more,
    })
  ).body;

/** Sums in whole cents, computed independently from the decimal text. */
const cents = (amount: number) => BigInt(amount.toFixed(2).replace('.', ''));
function sumsOf(charges: Charge[]) {
  const sums = new Map<string, bigint>();
  for (const { Currency, Amount } of charges) sums.set(Currency, (sums.get(Currency) ?? 0n) + cents(Amount));
  return sums;
}

const box = { Weight: 12_345.67, Length: 40, Width: 30, Height: 25, Quantity: 3 };

describe('inbound prices', () => {
  it('are returned for several services, each with exact sums per currency', async () => {
    const prices = await inbound({
      Boxes: [box, { ...box, Weight: 0.01, Quantity: 7 }],
      IsCustomsClearance: true,
      IsBorrowTaxNo: true,
    });
    expect(prices.length).toBeGreaterThan(2);
    for (const { ChargeInfo, TotalCharge, Success } of prices) {
      expect(Success).toBe(true);
      expect(new Map(ChargeInfo.Summary.map(({ Currency, Amount }) => [Currency, cents(Amount)]))).toEqual(
        sumsOf(ChargeInfo.Detail),
      );
      expect(ChargeInfo.Summary.map(({ Currency }) => Currency)).toEqual(['CNY', 'USD']);
      const [yuan, dollars] = ChargeInfo.Summary.map(({ Amount }) => cents(Amount));
      expect(cents(TotalCharge?.Amount ?? 0)).toBe((yuan ?? 0n) + ((dollars ?? 0n) * 720n) / 100n);
    }
  });

  it('match manual calculation: weight or volume, whichever is larger, rounded up', async () => {
    const [sea] = await inbound({
      Boxes: [{ Weight: 1000.01, Length: 1, Width: 1, Height: 1 }],
      ServiceCode: 'PRACTICE-SEA',
    });
    expect(sea?.ChargeInfo.Detail.map(({ Amount }) => Amount)).toEqual([6.51, 12]);
    expect(sea?.TotalCharge).toEqual({ Currency: 'CNY', Amount: 18.51 });
    const [bulky] = await inbound({
      Boxes: [{ Weight: 1, Length: 60, Width: 10, Height: 10, Quantity: 2 }],
      ServiceCode: 'PRACTICE-SEA',
    });
    expect(bulky?.ChargeInfo.Detail.map(({ Amount }) => Amount)).toEqual([13, 24]);
  });

  it('include services that cannot take the boxes only on request', async () => {
    const heavy = { Boxes: [{ ...box, Weight: 45_000 }] };
    const able = await inbound(heavy);
    const all = await inbound({ ...heavy, IncludeUnsuccessful: true });
    expect(able.map(({ ServiceCode }) => ServiceCode)).toEqual(['PRACTICE-SEA']);
    expect(all.length).toBeGreaterThan(able.length);
    for (const { Success, Message, ChargeInfo } of all.filter((price) => !price.Success)) {
      expect([Success, Message !== '', ChargeInfo.Summary]).toEqual([false, true, []]);
    }
    expect(await inbound({ Boxes: [box], ServiceCode: 'NONE', IncludeUnsuccessful: true })).toMatchObject([
      { Success: false },
    ]);
    expect(await inbound({ Boxes: [box], ServiceCode: 'NONE' })).toEqual([]);
  });

  it('are computed even for extreme values of the contract', async () => {
    const huge = { Weight: 1e6, Length: 1e6, Width: 1e6, Height: 1e6, Quantity: Number.MAX_SAFE_INTEGER };
    for (const boxes of [[huge], [{}], [{ ...box, Quantity: -5 }], []]) {
      expect(await inbound({ Boxes: boxes, IncludeUnsuccessful: true })).toHaveLength(4);
    }
  });
});

describe('outbound prices', () => {
  it('are a single object: the cheapest service that takes the parcel', async () => {
    const price = await outbound({});
    expect(price).toMatchObject({ ServiceCode: 'PRACTICE-LETTER', Success: true });
    expect(price).not.toHaveProperty('TotalCharge');
    expect(price.ChargeInfo.Detail.map(({ Amount }) => Amount)).toEqual([5.05, 0.42]);
    expect(price.ChargeInfo.Summary).toEqual([{ Currency: 'USD', Amount: 5.47 }]);
  });

  it('are limited to the requested services, with a reason if none takes the parcel', async () => {
    expect(await outbound({ ServiceCode: ['PRACTICE-NEXTDAY'] })).toMatchObject({
      ServiceCode: 'PRACTICE-NEXTDAY',
      Success: true,
    });
    const tooHeavy = await outbound({ ServiceCode: ['PRACTICE-LETTER'], Weight: 5000, IncludeUnsuccessful: true });
    expect(tooHeavy).toMatchObject({
      ServiceCode: 'PRACTICE-LETTER',
      Success: false,
      Message: 'Over 1 kg by weight or volume',
    });
    expect(await outbound({ ServiceCode: ['NONE'] })).toMatchObject({ ServiceCode: 'NONE', Success: false });
  });
});
