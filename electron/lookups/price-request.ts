import type { PriceRequest } from '../../shared/contract/price-answers.ts';
import { problem } from '../../shared/contract/problem.ts';
import { findCreate } from '../../shared/creates/create-kinds.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { recordsAt } from './field-words.ts';

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
