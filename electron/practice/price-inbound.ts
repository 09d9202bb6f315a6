import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { InboundPricingResult } from '../../shared/service/pricing.ts';
import type { Charge } from './charge.ts';
import { dividedUp, numberOf } from './exact.ts';
import { chargedGrams, freight, type ParcelSize } from './parcel-weight.ts';
import { notPriced, priced, type PricedService } from './priced.ts';

interface InboundService extends PricedService {
  centsPerBox: bigint;
}

const inboundServices: readonly InboundService[] = [
  {
    ServiceCode: 'PRACTICE-SEA',
    ServiceName: 'Practice sea freight',
    centsPerKilogram: 650n,
    centsPerBox: 1200n,
    heaviest: 50_000_00n,
    days: { Min: 28, Max: 40 },
  },
  {
    ServiceCode: 'PRACTICE-RAIL',
    ServiceName: 'Practice rail freight',
    centsPerKilogram: 1480n,
    centsPerBox: 900n,
    heaviest: 40_000_00n,
    days: { Min: 18, Max: 25 },
  },
  {
    ServiceCode: 'PRACTICE-AIR',
    ServiceName: 'Practice air freight',
    centsPerKilogram: 4275n,
    centsPerBox: 600n,
    heaviest: 30_000_00n,
    days: { Min: 6, Max: 10 },
  },
  {
    ServiceCode: 'PRACTICE-COURIER',
    ServiceName: 'Practice courier',
    centsPerKilogram: 6830n,
    centsPerBox: 0n,
    heaviest: 20_000_00n,
    days: { Min: 3, Max: 5 },
  },
];

const maxBoxes = 10_000n;
/** Yuan per dollar, in hundredths: a fixed practice rate. */
const yuanPerDollar = 720n;

interface Boxes extends ParcelSize {
  count: bigint;
}

/**
 * Prices of all services for a shipment of boxes (endpoint 14); services that cannot carry it are included only on
 * request.
 */
export function priceInbound(asked: BodyOf<14>): InboundPricingResult[] {
  const code = asked.ServiceCode ?? '';
  const meant = code === '' ? inboundServices : inboundServices.filter(({ ServiceCode }) => ServiceCode === code);
  const boxes = asked.Boxes.map(({ Weight = 0, Length = 0, Width = 0, Height = 0, Quantity = 1 }) => {
    return { Weight, Length, Width, Height, count: BigInt(Math.max(0, Quantity)) };
  });
  const results = meant.map((service) => priceBy(service, boxes, asked));
  if (meant.length === 0) results.push(notPriced(code, '', `Service ${code} is not known`));
  return asked.IncludeUnsuccessful === true ? results : results.filter(({ Success }) => Success);
}

function priceBy(service: InboundService, boxes: readonly Boxes[], asked: BodyOf<14>): InboundPricingResult {
  const { ServiceCode, ServiceName, centsPerKilogram, centsPerBox, heaviest } = service;
  const count = boxes.reduce((sum, box) => sum + box.count, 0n);
  if (count === 0n) return notPriced(ServiceCode, ServiceName, 'There are no boxes to price');
  if (count > maxBoxes) return notPriced(ServiceCode, ServiceName, `More than ${maxBoxes} boxes`);
  if (boxes.some((box) => chargedGrams(box) > heaviest)) {
    return notPriced(ServiceCode, ServiceName, `A box is over ${heaviest / 100_000n} kg by weight or volume`);
  }
  const grams = boxes.reduce((sum, box) => sum + chargedGrams(box) * box.count, 0n);
  const charges: Charge[] = [
    { Currency: 'CNY', amount: freight(grams, centsPerKilogram), ChargeName: 'Freight', Remark: '' },
    { Currency: 'CNY', amount: centsPerBox * count, ChargeName: 'Handling', Remark: `${count} boxes` },
  ];
  if (asked.IsCustomsClearance === true) {
    charges.push({ Currency: 'USD', amount: 4500n, ChargeName: 'Customs clearance', Remark: '' });
  }
  if (asked.IsBorrowTaxNo === true) {
    charges.push({ Currency: 'USD', amount: 3250n, ChargeName: 'Use of a tax number', Remark: '' });
  }
  return { ...priced(service, charges), TotalCharge: { Currency: 'CNY', Amount: numberOf(inYuan(charges)) } };
}

function inYuan(charges: readonly Charge[]): bigint {
  const sumOf = (currency: string) =>
    charges.reduce((sum, { Currency, amount }) => (Currency === currency ? sum + amount : sum), 0n);
  return sumOf('CNY') + dividedUp(sumOf('USD') * yuanPerDollar, 100n);
}
