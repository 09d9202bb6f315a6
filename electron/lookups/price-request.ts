import type { PriceRequest } from '../../shared/price-answers.ts';
import { problem } from '../../shared/problem.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { recordsAt } from './field-words.ts';

const sizes = ['Weight', 'Length', 'Width', 'Height'] as const;
const places = ['Country', 'Postcode', 'City', 'Province'] as const;
type Values = Record<string, unknown>;

/**
 * The question for prices that an entry gives rise to: 14 for the boxes of an inbound or FBA order, 17 for one parcel to a
 * recipient. All services are asked for, failing ones too. What the entry does not have is left out and named; nothing is
 * converted, and nothing made up. Throws ProblemError `invalid` where there is nothing to price.
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
  const inPackage = valueAt(body, ['Package']);
  switch (endpoint) {
    case 4:
      return {
        endpoint: 14,
        body: { WarehouseId: valueAt(body, ['WarehouseId']), Boxes: boxesOf(body, 'Containers') },
      };
    case 9:
      return { endpoint: 14, body: { Boxes: boxesOf(body, 'ContainerInfos') } };
    case 1:
    case 2:
      return { endpoint: 17, body: { ...sizesOf(inPackage), ...placeOf(inPackage) } };
    case 7:
      return { endpoint: 17, body: { ...sizesOf(body), ...placeOf(body) } };
    case 6: {
      const [only, ...more] = recordsAt(body, 'ContainerInfos');
      return { endpoint: 17, body: { ...(more.length === 0 && sizesOf(only)), ...placeOf(body) } };
    }
    case 8:
      return { endpoint: 17, body: { WarehouseId: valueAt(body, ['WareHouseCode']), ...placeOf(body) } };
    case 10:
      return { endpoint: 17, body: { WarehouseId: valueAt(body, ['WarehouseId']), ...placeOf(inPackage) } };
    default:
      return null;
  }
}

const boxesOf = (body: unknown, name: string): Values[] =>
  recordsAt(body, name).map((box) => ({ ...present(sizesOf(box)), Quantity: 1 }));

const sizesOf = (from: unknown): Values => Object.fromEntries(sizes.map((name) => [name, valueAt(from, [name])]));

function placeOf(from: unknown): Values {
  const address = valueAt(from, ['ShipToAddress']);
  const street = [valueAt(address, ['Street1']), valueAt(address, ['HouseNumber'])];
  const Address = street.filter((part) => typeof part === 'string' && part !== '').join(' ');
  return { ...Object.fromEntries(places.map((name) => [name, valueAt(address, [name])])), Address };
}

const present = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
