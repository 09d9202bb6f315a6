import type { KeyKind } from '../creates/create-kinds.ts';
import { writePath } from '../path/path.ts';
import { endpointOf, type EndpointNumber } from './endpoints.ts';
import { valueAt, valuesAt } from './value-at.ts';

/** Path of the field that holds the entry's key, such as `Package.PackageId`; '' for a read, which has none. */
export const keyPathOf = (endpoint: EndpointNumber): string => writePath(endpointOf(endpoint).key?.path ?? []);

/** The key in a create's body; undefined if it has none, or one that is not text. Reads have no key. */
export function keyOf(number: EndpointNumber, body: unknown): string | undefined {
  const { key } = endpointOf(number);
  const value = key ? valueAt(body, key.path) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Whether the order is created even if one exists (endpoints 1, 2 and 10): never safe to repeat. */
export const isCreateNewOrder = (body: unknown): boolean => valueAt(body, ['Package', 'IsCreateNewOrder']) === true;

/** Whether the order is created without being submitted (endpoints 1, 2, 4 and 10). */
export const isSubmitLater = (body: unknown): boolean => valueAt(body, ['SubmitLater']) === true;

/** A dependency on an earlier entry, identified by its key. */
export interface DependencyKey {
  kind: KeyKind;
  key: string;
}

/** The dependencies of a create on earlier entries, each key once; empty for most. */
export function dependenciesOf(number: EndpointNumber, body: unknown): DependencyKey[] {
  return endpointOf(number).needs.flatMap(({ path, kind }) => {
    const keys = valuesAt(body, path).map(({ value }) => value);
    const presentKeys = keys.filter((key): key is string => typeof key === 'string' && key !== '');
    return [...new Set(presentKeys)].map((key) => ({ kind: kind as KeyKind, key }));
  });
}
