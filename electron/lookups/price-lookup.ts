import type { PriceAnswer, PricedService, PriceRequest } from '../../shared/contract/lookup-answers.ts';
import { ProblemError, type Problem, problem } from '../../shared/contract/problem.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { compareDecimals, currencyTotals, readDecimal, type CurrencyTotal } from '../../shared/text/exact-decimal.ts';
import { flagAt } from '../delivery/sync/read-record.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import { decimalAt, recordsAt, plainLineAt, plainLinesOf } from './field-text.ts';
import type { AskSeries } from './lookup-client.ts';
import { createHash } from 'node:crypto';

/** Converts a pricing result (of endpoint 14 or 17) for screens. */
export function readPrice(result: Record<string, unknown>): PricedService {
  const charges = valueAt(result, ['ChargeInfo']);
  const detail = recordsAt(charges, 'Detail').map((charge) => ({
    ...plainLinesOf(charge, ['ChargeName', 'Remark', 'Currency']),
    Amount: decimalAt(charge, 'Amount'),
  }));
  const summary = currencyTotals(recordsAt(charges, 'Summary').map(amountOf));
  const details = currencyTotals(detail);
  const times = valueAt(result, ['LogisticsTimes']);
  const total = currencyTotals([amountOf(valueAt(result, ['TotalCharge']))]).totals[0];
  return {
    ...plainLinesOf(result, ['ServiceCode', 'ServiceName', 'Message']),
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
  Currency: plainLineAt(amount, 'Currency'),
});

/**
 * Sort orders of services, as indexes, by price and by time. Failing services come last; prices are compared within one
 * currency, the most frequent currency first.
 */
export function priceOrders(services: readonly PricedService[]): Pick<PriceAnswer, 'byPrice' | 'byTime'> {
  const indexes = services.map((_, index) => index);
  const prices = services.map(priceOf);
  const hasFailed = services.map(({ Success }) => Success === false);
  const currencies = currencyRanks(prices.filter((_, index) => !hasFailed[index]));
  const byPrice = (one: number, other: number): number => {
    const [a, b] = [prices[one], prices[other]];
    if (!a || !b) return Number(!a) - Number(!b);
    const rank = (currencies.get(a.Currency) ?? 0) - (currencies.get(b.Currency) ?? 0);
    return rank || compareDecimalTexts(a.Amount, b.Amount);
  };
  const byTime = (one: number, other: number): number => {
    const [a, b] = [services[one], services[other]];
    return compareDecimalTexts(a?.Max ?? a?.Min, b?.Max ?? b?.Min) || compareDecimalTexts(a?.Min, b?.Min);
  };
  const sorted = (compare: (one: number, other: number) => number): number[] =>
    indexes.toSorted((one, other) => Number(hasFailed[one]) - Number(hasFailed[other]) || compare(one, other));
  return { byPrice: sorted(byPrice), byTime: sorted((one, other) => byTime(one, other) || byPrice(one, other)) };
}

/** The price by which a service is compared; null unless it is one amount in one currency. */
function priceOf({ TotalCharge, summary, detailTotals, unread }: PricedService): CurrencyTotal | null {
  if (TotalCharge) return TotalCharge;
  // a sum without the unread charges would be too low
  if (unread > 0) return null;
  const totals = summary.length > 0 ? summary : detailTotals;
  return totals.length === 1 ? (totals[0] ?? null) : null;
}

function currencyRanks(prices: readonly (CurrencyTotal | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const price of prices) if (price) counts.set(price.Currency, (counts.get(price.Currency) ?? 0) + 1);
  return new Map([...counts].sort(([, one], [, other]) => other - one).map(([currency], rank) => [currency, rank]));
}

/** Compares decimal texts; missing ones come last. */
function compareDecimalTexts(first: string | null | undefined, second: string | null | undefined): number {
  const [a, b] = [readDecimal(first), readDecimal(second)];
  if (!a || !b) return Number(!a) - Number(!b);
  return compareDecimals(a, b);
}

export interface PriceParts {
  store: AnswerStore;
  target: () => Promise<string>;
  once: AskSeries;
}

const answerKinds = { 14: 'price-inbound', 17: 'price-outbound' } as const;

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
    const kind = answerKinds[endpoint];
    const subject = createHash('sha256').update(canonicalJson(body)).digest('hex');
    let failure: Problem | null = null;
    if (mode === 'fresh') {
      const result = await once({ endpoint, body });
      if (result.ok) {
        const { answer, unexpected } = result.value;
        const value = recordsOf(answer, []).map(({ record }) => record);
        store.save(await target(), [{ kind, subject, value, unexpected }]);
      } else if (result.problem.kind === 'invalid') throw new ProblemError(result.problem);
      else failure = result.problem;
    }
    const stored = store.readLast<Record<string, unknown>[]>(await target(), kind, subject);
    const records = stored?.value ?? [];
    const services = records.map(readPrice);
    return {
      at: stored?.at ?? null,
      fresh: mode === 'fresh' && failure === null,
      why: failure,
      services,
      records,
      ...priceOrders(services),
      unexpected: stored?.unexpected ?? [],
    };
  };
}

/** JSON with the keys of every object sorted, so that equal queries give equal texts. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const sizeFields = ['Weight', 'Length', 'Width', 'Height'] as const;
const placeFields = ['Country', 'Postcode', 'City', 'Province'] as const;
type Values = Record<string, unknown>;

/**
 * Builds the price query for an entry: endpoint 14 for the boxes of an inbound or FBA order, 17 for one parcel to a
 * recipient. It requests all services, failing ones too. Required values that the entry lacks are listed in `missing`;
 * no value is converted or invented. Throws ProblemError `invalid` if there is nothing to price.
 */
export function priceRequest(endpoint: EndpointNumber, body: unknown): PriceRequest {
  const query = priceQueryOf(endpoint, body);
  if (!query) throw problem('invalid', 'There is nothing to price in an entry of this kind.', { endpoint });
  const queryBody = { ...dropEmpty(query.body), IncludeUnsuccessful: true };
  const checked = checkRequest({ endpoint: query.endpoint, body: queryBody });
  const issues = checked.ok ? [] : checked.issues;
  const missing = issues.filter(({ code }) => code === 'missing').map(({ path }) => path);
  return { endpoint: query.endpoint, body: queryBody, missing };
}

function priceQueryOf(endpoint: EndpointNumber, body: unknown): { endpoint: 14 | 17; body: Values } | null {
  const { pricing: priced, recipient } = findCreate(endpoint) ?? {};
  if (!priced) return null;
  const warehouse = { ...(priced.warehouse && { WarehouseId: valueAt(body, priced.warehouse) }) };
  if (priced.endpoint === 14) return { endpoint: 14, body: { ...warehouse, Boxes: boxesOf(body, priced.boxes) } };
  const [firstBox, ...otherBoxes] = priced.onlyBox === undefined ? [] : recordsAt(body, priced.onlyBox);
  const sizeSource = priced.sizes ? valueAt(body, priced.sizes) : otherBoxes.length === 0 ? firstBox : undefined;
  const address = recipient && valueAt(body, recipient);
  return {
    endpoint: 17,
    body: { ...warehouse, ...(sizeSource !== undefined && sizesOf(sizeSource)), ...placeValuesOf(address) },
  };
}

const boxesOf = (body: unknown, name: string): Values[] =>
  recordsAt(body, name).map((box) => ({ ...dropEmpty(sizesOf(box)), Quantity: 1 }));

const sizesOf = (record: unknown): Values =>
  Object.fromEntries(sizeFields.map((name) => [name, valueAt(record, [name])]));

function placeValuesOf(address: unknown): Values {
  const street = [valueAt(address, ['Street1']), valueAt(address, ['HouseNumber'])];
  const Address = street.filter((part) => typeof part === 'string' && part !== '').join(' ');
  return { ...Object.fromEntries(placeFields.map((name) => [name, valueAt(address, [name])])), Address };
}

const dropEmpty = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
