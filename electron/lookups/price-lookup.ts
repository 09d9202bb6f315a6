import type { PriceAnswer, PricedService, PriceRequest } from '../../shared/contract/lookup-answers.ts';
import { ProblemError, type Problem, problem } from '../../shared/contract/problem.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { compareDecimals, currencyTotals, readDecimal, type CurrencyTotal } from '../../shared/text/exact-decimal.ts';
import { flagAt } from '../delivery/sync/read-record.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-text.ts';
import type { AskSeries } from './lookup-client.ts';
import { createHash } from 'node:crypto';

/** Converts a pricing result (of endpoints 14 and 17) for screens. */
export function readPrice(result: Record<string, unknown>): PricedService {
  const charges = valueAt(result, ['ChargeInfo']);
  const detail = recordsAt(charges, 'Detail').map((charge) => ({
    ...wordsOf(charge, ['ChargeName', 'Remark', 'Currency']),
    Amount: decimalAt(charge, 'Amount'),
  }));
  const summary = currencyTotals(recordsAt(charges, 'Summary').map(amountOf));
  const details = currencyTotals(detail);
  const times = valueAt(result, ['LogisticsTimes']);
  const total = currencyTotals([amountOf(valueAt(result, ['TotalCharge']))]).totals[0];
  return {
    ...wordsOf(result, ['ServiceCode', 'ServiceName', 'Message']),
    Success: flagAt(result, 'Success'),
    summary: summary.totals,
    detail,
    detailTotals: details.totals,
    unread: summary.unread + details.unread,
    TotalCharge: total ?? null,
    Min: decimalAt(times, 'Min'),
    Max: decimalAt(times, 'Max'),
  };
}

const amountOf = (amount: unknown) => ({
  Amount: decimalAt(amount, 'Amount') ?? undefined,
  Currency: wordsAt(amount, 'Currency'),
});

/** Sort orders of services: those with a price first, compared within one currency; then those that fail. */
export function priceOrders(services: readonly PricedService[]): Pick<PriceAnswer, 'byPrice' | 'byTime'> {
  const places = services.map((_, place) => place);
  const prices = services.map(priceOf);
  const fails = services.map(({ Success }) => Success === false);
  const currencies = currencyRanks(prices.filter((_, place) => !fails[place]));
  const byPrice = (one: number, other: number): number => {
    const [a, b] = [prices[one], prices[other]];
    if (!a || !b) return Number(!a) - Number(!b);
    const rank = (currencies.get(a.Currency) ?? 0) - (currencies.get(b.Currency) ?? 0);
    return rank || compareTexts(a.Amount, b.Amount);
  };
  const byTime = (one: number, other: number): number => {
    const [a, b] = [services[one], services[other]];
    return compareTexts(a?.Max ?? a?.Min, b?.Max ?? b?.Min) || compareTexts(a?.Min, b?.Min);
  };
  const sorted = (compare: (one: number, other: number) => number): number[] =>
    places.toSorted((one, other) => Number(fails[one]) - Number(fails[other]) || compare(one, other));
  return { byPrice: sorted(byPrice), byTime: sorted((one, other) => byTime(one, other) || byPrice(one, other)) };
}

/** The price by which a service is compared: one amount in one currency, or null. */
function priceOf({ TotalCharge, summary, detailTotals, unread }: PricedService): CurrencyTotal | null {
  if (TotalCharge) return TotalCharge;
  // A partial price would look low.
  if (unread > 0) return null;
  const totals = summary.length > 0 ? summary : detailTotals;
  return totals.length === 1 ? (totals[0] ?? null) : null;
}

function currencyRanks(prices: readonly (CurrencyTotal | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const price of prices) if (price) counts.set(price.Currency, (counts.get(price.Currency) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one).map(([currency], rank) => [currency, rank]));
}

/** Missing values come last. */
function compareTexts(one: string | null | undefined, other: string | null | undefined): number {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  if (!a || !b) return Number(!a) - Number(!b);
  return compareDecimals(a, b);
}

export interface PriceParts {
  store: AnswerStore;
  target: () => Promise<string>;
  once: AskSeries;
}

const kinds = { 14: 'price-inbound', 17: 'price-outbound' } as const;

/**
 * Prices of all services for one query (endpoint 14 or 17). Throws ProblemError `invalid` if the query breaks the
 * contract.
 */
export function priceLookup({ store, target, once }: PriceParts) {
  return async function prices(
    endpoint: 14 | 17,
    body: Record<string, unknown>,
    mode: 'last' | 'fresh',
  ): Promise<PriceAnswer> {
    const kind = kinds[endpoint];
    const subject = createHash('sha256').update(canonical(body)).digest('hex');
    let why: Problem | null = null;
    if (mode === 'fresh') {
      const answered = await once({ endpoint, body });
      if (answered.ok) {
        const { answer, unexpected } = answered.value;
        const value = recordsOf(answer, []).map(({ record }) => record);
        store.keep(await target(), [{ kind, subject, value, unexpected }]);
      } else if (answered.problem.kind === 'invalid') throw new ProblemError(answered.problem);
      else why = answered.problem;
    }
    const kept = store.last<Record<string, unknown>[]>(await target(), kind, subject);
    const records = kept?.value ?? [];
    const services = records.map(readPrice);
    return {
      at: kept?.at ?? null,
      fresh: mode === 'fresh' && why === null,
      why,
      services,
      records,
      ...priceOrders(services),
      unexpected: kept?.unexpected ?? [],
    };
  };
}

/** JSON with the keys of every object sorted, so that equal queries give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const sizes = ['Weight', 'Length', 'Width', 'Height'] as const;
const places = ['Country', 'Postcode', 'City', 'Province'] as const;
type Values = Record<string, unknown>;

/**
 * Builds the price query for an entry: 14 for the boxes of an inbound or FBA order, 17 for one parcel to a recipient.
 * All services are requested, failing ones too. Values the entry lacks are left out and listed; nothing is converted or
 * invented. Throws ProblemError `invalid` if there is nothing to price.
 */
export function priceRequest(endpoint: EndpointNumber, body: unknown): PriceRequest {
  const asked = questionOf(endpoint, body);
  if (!asked) throw problem('invalid', 'There is nothing to price in an entry of this kind.', { endpoint });
  const given = { ...present(asked.body), IncludeUnsuccessful: true };
  const checked = checkRequest({ endpoint: asked.endpoint, body: given });
  const issues = checked.ok ? [] : checked.issues;
  const missing = issues.filter(({ code }) => code === 'missing').map(({ path }) => path);
  return { endpoint: asked.endpoint, body: given, missing };
}

function questionOf(endpoint: EndpointNumber, body: unknown): { endpoint: 14 | 17; body: Values } | null {
  const { priced, recipient } = findCreate(endpoint) ?? {};
  if (!priced) return null;
  const from = { ...(priced.warehouse && { WarehouseId: valueAt(body, priced.warehouse) }) };
  if (priced.by === 14) return { endpoint: 14, body: { ...from, Boxes: boxesOf(body, priced.boxes) } };
  const [only, ...more] = priced.onlyBox === undefined ? [] : recordsAt(body, priced.onlyBox);
  const measured = priced.sizes ? valueAt(body, priced.sizes) : more.length === 0 ? only : undefined;
  const address = recipient && valueAt(body, recipient);
  return { endpoint: 17, body: { ...from, ...(measured !== undefined && sizesOf(measured)), ...placeOf(address) } };
}

const boxesOf = (body: unknown, name: string): Values[] =>
  recordsAt(body, name).map((box) => ({ ...present(sizesOf(box)), Quantity: 1 }));

const sizesOf = (from: unknown): Values => Object.fromEntries(sizes.map((name) => [name, valueAt(from, [name])]));

function placeOf(address: unknown): Values {
  const street = [valueAt(address, ['Street1']), valueAt(address, ['HouseNumber'])];
  const Address = street.filter((part) => typeof part === 'string' && part !== '').join(' ');
  return { ...Object.fromEntries(places.map((name) => [name, valueAt(address, [name])])), Address };
}

const present = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
