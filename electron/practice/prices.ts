import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PricingResult, InboundPricingResult } from '../../shared/service/pricing.ts';

/** Amounts in whole hundredths, so that sums of charges are exact. */
export type Hundredths = bigint;

/** Converts a number of the contract (absolute value at most 1,000,000), rounded to hundredths. */
export const toHundredths = (value: number): Hundredths => BigInt(value.toFixed(2).replace('.', ''));

/** Converts hundredths to a number with at most two decimals; exact up to 2^53 hundredths. */
export const toNumber = (value: Hundredths): number => Number(value) / 100;

/** Division that rounds up, for non-negative amounts. */
export const divideRoundingUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;

/** One charge of a price. */
export interface Charge {
  Currency: string;
  amount: Hundredths;
  ChargeName: string;
  Remark: string;
}

/** Charges in the service's format: the details, and their sums by currency. */
export function chargeInfo(charges: readonly Charge[]) {
  const sums = new Map<string, Hundredths>();
  for (const { Currency, amount } of charges) sums.set(Currency, (sums.get(Currency) ?? 0n) + amount);
  return {
    Summary: [...sums].map(([Currency, sum]) => ({ Currency, Amount: toNumber(sum) })),
    Detail: charges.map(({ Currency, amount, ChargeName, Remark }) => ({
      Currency,
      Amount: toNumber(amount),
      ChargeName,
      Remark,
    })),
  };
}

/** Data of a shipping service of practice, inbound or outbound. */
export interface PricedService {
  ServiceCode: string;
  ServiceName: string;
  centsPerKilogram: bigint;
  /** maximum weight of a box or parcel, hundredths of a gram */
  maxCentigrams: bigint;
  days: { Min: number; Max: number };
}

/** The result for a service that carries the goods (endpoints 14 and 17). */
export function pricedResult(
  { ServiceCode, ServiceName, days }: PricedService,
  charges: readonly Charge[],
): PricingResult {
  return {
    ServiceCode,
    ServiceName,
    Success: true,
    Message: '',
    ChargeInfo: chargeInfo(charges),
    LogisticsTimes: days,
  };
}

/** The result for a service that does not carry the goods, with the reason. */
export function failedResult(ServiceCode: string, ServiceName: string, Message: string): PricingResult {
  return { ServiceCode, ServiceName, Success: false, Message, ChargeInfo: { Summary: [], Detail: [] } };
}

/**
 * Weight and size of a parcel or box. Their units are not documented; practice uses grams and centimetres, the desk's
 * default units.
 */
export interface ParcelSize {
  Weight: number;
  Length: number;
  Width: number;
  Height: number;
}

/** cubic centimetres that are charged like one gram */
const volumeDivisor = 6n;

/** Charged weight in hundredths of a gram: actual or volumetric weight, whichever is greater. */
export function chargedCentigrams({ Weight, Length, Width, Height }: ParcelSize): bigint {
  const volume = toHundredths(Length) * toHundredths(Width) * toHundredths(Height);
  const volumetricWeight = divideRoundingUp(volume, volumeDivisor * 10_000n);
  const actualWeight = toHundredths(Weight);
  return actualWeight > volumetricWeight ? actualWeight : volumetricWeight;
}

/** Price of a weight (hundredths of a gram) at a rate per kilogram, rounded up to the cent. */
export const freight = (centigrams: bigint, centsPerKilogram: bigint): bigint =>
  divideRoundingUp(centigrams * centsPerKilogram, 100_000n);

interface InboundService extends PricedService {
  centsPerBox: bigint;
}

const inboundServices: readonly InboundService[] = [
  {
    ServiceCode: 'PRACTICE-SEA',
    ServiceName: 'Practice sea freight',
    centsPerKilogram: 650n,
    centsPerBox: 1200n,
    maxCentigrams: 50_000_00n,
    days: { Min: 28, Max: 40 },
  },
  {
    ServiceCode: 'PRACTICE-RAIL',
    ServiceName: 'Practice rail freight',
    centsPerKilogram: 1480n,
    centsPerBox: 900n,
    maxCentigrams: 40_000_00n,
    days: { Min: 18, Max: 25 },
  },
  {
    ServiceCode: 'PRACTICE-AIR',
    ServiceName: 'Practice air freight',
    centsPerKilogram: 4275n,
    centsPerBox: 600n,
    maxCentigrams: 30_000_00n,
    days: { Min: 6, Max: 10 },
  },
  {
    ServiceCode: 'PRACTICE-COURIER',
    ServiceName: 'Practice courier',
    centsPerKilogram: 6830n,
    centsPerBox: 0n,
    maxCentigrams: 20_000_00n,
    days: { Min: 3, Max: 5 },
  },
];

const maxBoxes = 10_000n;
/** Yuan per dollar, in hundredths: a fixed practice rate. */
const yuanPerDollar = 720n;

interface BoxGroup extends ParcelSize {
  count: bigint;
}

/**
 * Prices of a shipment of boxes by all requested services (endpoint 14); services that cannot carry it are included
 * only on request.
 */
export function priceInbound(query: BodyOf<14>): InboundPricingResult[] {
  const code = query.ServiceCode ?? '';
  const services = code === '' ? inboundServices : inboundServices.filter(({ ServiceCode }) => ServiceCode === code);
  const boxes = query.Boxes.map(({ Weight = 0, Length = 0, Width = 0, Height = 0, Quantity = 1 }) => {
    return { Weight, Length, Width, Height, count: BigInt(Math.max(0, Quantity)) };
  });
  const results = services.map((service) => priceShipment(service, boxes, query));
  if (services.length === 0) results.push(failedResult(code, '', `Service ${code} is not known`));
  return query.IncludeUnsuccessful === true ? results : results.filter(({ Success }) => Success);
}

function priceShipment(service: InboundService, boxes: readonly BoxGroup[], query: BodyOf<14>): InboundPricingResult {
  const { ServiceCode, ServiceName, centsPerKilogram, centsPerBox, maxCentigrams } = service;
  const count = boxes.reduce((sum, box) => sum + box.count, 0n);
  if (count === 0n) return failedResult(ServiceCode, ServiceName, 'There are no boxes to price');
  if (count > maxBoxes) return failedResult(ServiceCode, ServiceName, `More than ${maxBoxes} boxes`);
  if (boxes.some((box) => chargedCentigrams(box) > maxCentigrams)) {
    return failedResult(ServiceCode, ServiceName, `A box is over ${maxCentigrams / 100_000n} kg by weight or volume`);
  }
  const centigrams = boxes.reduce((sum, box) => sum + chargedCentigrams(box) * box.count, 0n);
  const charges: Charge[] = [
    { Currency: 'CNY', amount: freight(centigrams, centsPerKilogram), ChargeName: 'Freight', Remark: '' },
    { Currency: 'CNY', amount: centsPerBox * count, ChargeName: 'Handling', Remark: `${count} boxes` },
  ];
  if (query.IsCustomsClearance === true) {
    charges.push({ Currency: 'USD', amount: 4500n, ChargeName: 'Customs clearance', Remark: '' });
  }
  if (query.IsBorrowTaxNo === true) {
    charges.push({ Currency: 'USD', amount: 3250n, ChargeName: 'Use of a tax number', Remark: '' });
  }
  return {
    ...pricedResult(service, charges),
    TotalCharge: { Currency: 'CNY', Amount: toNumber(totalInYuan(charges)) },
  };
}

function totalInYuan(charges: readonly Charge[]): bigint {
  const sumOf = (currency: string) =>
    charges.reduce((sum, { Currency, amount }) => (Currency === currency ? sum + amount : sum), 0n);
  return sumOf('CNY') + divideRoundingUp(sumOf('USD') * yuanPerDollar, 100n);
}

interface OutboundService extends PricedService {
  baseCents: bigint;
}

const outboundServices: readonly OutboundService[] = [
  {
    ServiceCode: 'PRACTICE-LETTER',
    ServiceName: 'Practice letter',
    baseCents: 310n,
    centsPerKilogram: 390n,
    maxCentigrams: 1_000_00n,
    days: { Min: 3, Max: 6 },
  },
  {
    ServiceCode: 'PRACTICE-PARCEL',
    ServiceName: 'Practice parcel',
    baseCents: 545n,
    centsPerKilogram: 210n,
    maxCentigrams: 30_000_00n,
    days: { Min: 2, Max: 4 },
  },
  {
    ServiceCode: 'PRACTICE-NEXTDAY',
    ServiceName: 'Practice next day',
    baseCents: 1195n,
    centsPerKilogram: 335n,
    maxCentigrams: 20_000_00n,
    days: { Min: 1, Max: 1 },
  },
  {
    ServiceCode: 'PRACTICE-BULKY',
    ServiceName: 'Practice bulky goods',
    baseCents: 3900n,
    centsPerKilogram: 185n,
    maxCentigrams: 1_000_000_00n,
    days: { Min: 4, Max: 9 },
  },
];

const fuelPerMille = 85n;

/**
 * The price of an outbound parcel (endpoint 17). The document shows one object, so the result is that of the cheapest
 * requested service that carries the parcel. If none does, the result has the reason, whatever IncludeUnsuccessful is,
 * as an object cannot be left out.
 */
export function priceOutbound(query: BodyOf<17>): PricingResult {
  const codes = query.ServiceCode ?? [];
  const services =
    codes.length === 0 ? outboundServices : outboundServices.filter(({ ServiceCode }) => codes.includes(ServiceCode));
  const centigrams = chargedCentigrams(query);
  const offers = services
    .filter(({ maxCentigrams }) => centigrams <= maxCentigrams)
    .map((service) => ({ service, cents: freightCents(service, centigrams) }))
    .toSorted((one, other) => Number(one.cents - other.cents));
  const cheapest = offers[0];
  if (cheapest) return offerResult(cheapest.service, cheapest.cents);
  const firstService = services[0];
  if (!firstService) return failedResult(codes[0] ?? '', '', 'No such service');
  return failedResult(
    firstService.ServiceCode,
    firstService.ServiceName,
    `Over ${firstService.maxCentigrams / 100_000n} kg by weight or volume`,
  );
}

const freightCents = ({ baseCents, centsPerKilogram }: OutboundService, centigrams: bigint): bigint =>
  baseCents + freight(centigrams, centsPerKilogram);

function offerResult(service: OutboundService, cents: bigint): PricingResult {
  return pricedResult(service, [
    { Currency: 'USD', amount: cents, ChargeName: 'Freight', Remark: '' },
    { Currency: 'USD', amount: (cents * fuelPerMille) / 1000n, ChargeName: 'Fuel', Remark: '8.5 % of freight' },
  ]);
}
