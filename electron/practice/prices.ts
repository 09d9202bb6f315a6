import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PricingResult, InboundPricingResult } from '../../shared/service/pricing.ts';

/** Exact decimal arithmetic in whole hundredths, so that sums of charges are right to the cent. */
export type Hundredths = bigint;

/** Converts a number of the contract's ranges (absolute value at most 1000000), rounded to hundredths. */
export const hundredths = (value: number): Hundredths => BigInt(value.toFixed(2).replace('.', ''));

/** Converts hundredths to a number, which JSON shows with at most two decimals; exact up to 2^53 hundredths. */
export const numberOf = (value: Hundredths): number => Number(value) / 100;

/** Division that rounds up, for non-negative amounts. */
export const dividedUp = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/** One charge of a price. */
export interface Charge {
  Currency: string;
  amount: Hundredths;
  ChargeName: string;
  Remark: string;
}

/** Charges in the format of a price: the details, and their sum per currency. */
export function chargeInfo(charges: readonly Charge[]) {
  const sums = new Map<string, Hundredths>();
  for (const { Currency, amount } of charges) sums.set(Currency, (sums.get(Currency) ?? 0n) + amount);
  return {
    Summary: [...sums].map(([Currency, sum]) => ({ Currency, Amount: numberOf(sum) })),
    Detail: charges.map(({ Currency, amount, ChargeName, Remark }) => ({
      Currency,
      Amount: numberOf(amount),
      ChargeName,
      Remark,
    })),
  };
}

/** Common data of every practice service, inbound or outbound. */
export interface PricedService {
  ServiceCode: string;
  ServiceName: string;
  centsPerKilogram: bigint;
  /** maximum weight of a box or parcel, hundredths of a gram */
  heaviest: bigint;
  days: { Min: number; Max: number };
}

/** The answer of a service that carries the goods (endpoints 14 and 17). */
export function priced({ ServiceCode, ServiceName, days }: PricedService, charges: readonly Charge[]): PricingResult {
  return {
    ServiceCode,
    ServiceName,
    Success: true,
    Message: '',
    ChargeInfo: chargeInfo(charges),
    LogisticsTimes: days,
  };
}

/** The answer of a service that does not, with the reason. */
export function notPriced(ServiceCode: string, ServiceName: string, Message: string): PricingResult {
  return { ServiceCode, ServiceName, Success: false, Message, ChargeInfo: { Summary: [], Detail: [] } };
}

/**
 * Dimensions of one parcel or box. Units are not documented; practice uses grams and centimetres, as the desk does by
 * default.
 */
export interface ParcelSize {
  Weight: number;
  Length: number;
  Width: number;
  Height: number;
}

const volumeDivisor = 6n; // cubic centimetres charged like one gram

/** Charged weight in hundredths of a gram: actual or volumetric weight, whichever is greater. */
export function chargedGrams({ Weight, Length, Width, Height }: ParcelSize): bigint {
  const volume = hundredths(Length) * hundredths(Width) * hundredths(Height);
  const byVolume = dividedUp(volume, volumeDivisor * 10_000n);
  const byScale = hundredths(Weight);
  return byScale > byVolume ? byScale : byVolume;
}

/** Price of hundredths of a gram at a rate per kilogram, rounded up to the cent. */
export const freight = (grams: bigint, centsPerKilogram: bigint): bigint =>
  dividedUp(grams * centsPerKilogram, 100_000n);

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

interface OutboundService extends PricedService {
  baseCents: bigint;
}

const outboundServices: readonly OutboundService[] = [
  {
    ServiceCode: 'PRACTICE-LETTER',
    ServiceName: 'Practice letter',
    baseCents: 310n,
    centsPerKilogram: 390n,
    heaviest: 1_000_00n,
    days: { Min: 3, Max: 6 },
  },
  {
    ServiceCode: 'PRACTICE-PARCEL',
    ServiceName: 'Practice parcel',
    baseCents: 545n,
    centsPerKilogram: 210n,
    heaviest: 30_000_00n,
    days: { Min: 2, Max: 4 },
  },
  {
    ServiceCode: 'PRACTICE-NEXTDAY',
    ServiceName: 'Practice next day',
    baseCents: 1195n,
    centsPerKilogram: 335n,
    heaviest: 20_000_00n,
    days: { Min: 1, Max: 1 },
  },
  {
    ServiceCode: 'PRACTICE-BULKY',
    ServiceName: 'Practice bulky goods',
    baseCents: 3900n,
    centsPerKilogram: 185n,
    heaviest: 1_000_000_00n,
    days: { Min: 4, Max: 9 },
  },
];

const fuelPerMille = 85n;

/**
 * The price of an outbound parcel (endpoint 17). The document shows one object, so only the cheapest of the requested
 * services that carry the parcel is returned. If none does, the object gives the reason, whatever IncludeUnsuccessful:
 * an object cannot be left out.
 */
export function priceOutbound(asked: BodyOf<17>): PricingResult {
  const codes = asked.ServiceCode ?? [];
  const meant =
    codes.length === 0 ? outboundServices : outboundServices.filter(({ ServiceCode }) => codes.includes(ServiceCode));
  const grams = chargedGrams(asked);
  const offers = meant
    .filter(({ heaviest }) => grams <= heaviest)
    .map((service) => ({ service, cents: freightCents(service, grams) }))
    .toSorted((one, other) => Number(one.cents - other.cents));
  const cheapest = offers[0];
  if (cheapest) return offered(cheapest.service, cheapest.cents);
  const only = meant[0];
  if (!only) return notPriced(codes[0] ?? '', '', 'No such service');
  return notPriced(only.ServiceCode, only.ServiceName, `Over ${only.heaviest / 100_000n} kg by weight or volume`);
}

const freightCents = ({ baseCents, centsPerKilogram }: OutboundService, grams: bigint): bigint =>
  baseCents + freight(grams, centsPerKilogram);

function offered(service: OutboundService, cents: bigint): PricingResult {
  return priced(service, [
    { Currency: 'USD', amount: cents, ChargeName: 'Freight', Remark: '' },
    { Currency: 'USD', amount: (cents * fuelPerMille) / 1000n, ChargeName: 'Fuel', Remark: '8.5 % of freight' },
  ]);
}
