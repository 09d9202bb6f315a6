import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PricingResult } from '../../shared/service/pricing.ts';
import { chargeInfo, type Charge } from './charge.ts';
import { chargedGrams, freight } from './parcel-weight.ts';

interface OutboundService {
  ServiceCode: string;
  ServiceName: string;
  baseCents: bigint;
  centsPerKilogram: bigint;
  /** heaviest parcel, hundredths of a gram */
  heaviest: bigint;
  days: { Min: number; Max: number };
}

const services: readonly OutboundService[] = [
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
 * The price of an outbound parcel (endpoint 17). The document shows one object, so one is told: the cheapest of the services
 * asked for that takes the parcel. Where none does it says why, whatever IncludeUnsuccessful: an object cannot be left out.
 */
export function priceOutbound(asked: BodyOf<17>): PricingResult {
  const codes = asked.ServiceCode ?? [];
  const meant = codes.length === 0 ? services : services.filter(({ ServiceCode }) => codes.includes(ServiceCode));
  const grams = chargedGrams(asked);
  const offers = meant
    .filter(({ heaviest }) => grams <= heaviest)
    .map((service) => ({ service, cents: freightCents(service, grams) }))
    .toSorted((one, other) => Number(one.cents - other.cents));
  const cheapest = offers[0];
  if (cheapest) return offered(cheapest.service, cheapest.cents);
  const only = meant[0];
  return {
    ServiceCode: only?.ServiceCode ?? codes[0] ?? '',
    ServiceName: only?.ServiceName ?? '',
    Success: false,
    Message: only ? `Over ${only.heaviest / 100_000n} kg by weight or volume` : 'No such service',
    ChargeInfo: { Summary: [], Detail: [] },
  };
}

const freightCents = ({ baseCents, centsPerKilogram }: OutboundService, grams: bigint): bigint =>
  baseCents + freight(grams, centsPerKilogram);

function offered({ ServiceCode, ServiceName, days }: OutboundService, cents: bigint): PricingResult {
  const charges: Charge[] = [
    { Currency: 'USD', amount: cents, ChargeName: 'Freight', Remark: '' },
    { Currency: 'USD', amount: (cents * fuelPerMille) / 1000n, ChargeName: 'Fuel', Remark: '8.5 % of freight' },
  ];
  return {
    ServiceCode,
    ServiceName,
    Success: true,
    Message: '',
    ChargeInfo: chargeInfo(charges),
    LogisticsTimes: days,
  };
}
