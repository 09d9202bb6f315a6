import type { KeyKind } from '../creates/create-kinds.ts';
import { endpointOf, type EndpointNumber } from './endpoints.ts';
import { valueAt, valuesAt } from './value-at.ts';

/** The key a create's body carries; undefined where it has none, or none that is text. Reads have no key. */
export function keyOf(number: EndpointNumber, body: unknown): string | undefined {
  const { key } = endpointOf(number);
  const value = key ? valueAt(body, key.path) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Asks for an order to be made even where one exists (endpoints 1, 2 and 10): never safe to repeat. */
export const isCreateNewOrder = (body: unknown): boolean => valueAt(body, ['Package', 'IsCreateNewOrder']) === true;

/** Asks that the order be made without being submitted (endpoints 1, 2, 4 and 10). */
export const isSubmitLater = (body: unknown): boolean => valueAt(body, ['SubmitLater']) === true;

/** An earlier entry that this one needs: whatever has this key. */
export interface NeededEntry {
  kind: KeyKind;
  key: string;
}

/** What a create needs of earlier entries, each key once; empty for most. */
export function needsOf(number: EndpointNumber, body: unknown): NeededEntry[] {
  return endpointOf(number).needs.flatMap(({ at, kind }) => {
    const keys = valuesAt(body, at).map(({ value }) => value);
    const named = keys.filter((key): key is string => typeof key === 'string' && key !== '');
    return [...new Set(named)].map((key) => ({ kind: kind as KeyKind, key }));
  });
}
