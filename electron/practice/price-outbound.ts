import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PricingResult } from '../../shared/service/pricing.ts';
import { chargedGrams, freight } from './parcel-weight.ts';
import { notPriced, priced, type PricedService } from './priced.ts';

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
