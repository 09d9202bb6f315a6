import { mapKinds } from '../../shared/creates/create-kinds.ts';
import type { FormLayout } from '../../shared/creates/form/form-layout.ts';
import { lastName, leavesOf } from '../../shared/path/path.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { writeField } from './read-field.ts';

/** Form for the body of a create or of a query. */
export interface FormFields extends FormLayout {
  endpoint: EndpointNumber;
}

const stickyNames: readonly string[] = [
  'ServiceCode',
  'WarehouseId',
  'WareHouseCode',
  'WarehouseCode',
  'ShippingType',
  'Location',
];

/** Fields of the first parts that usually keep their value from one entry to the next. */
export const stickyFields = ({ first }: FormFields): string[] =>
  first.flatMap(({ fields }) => fields).filter((path) => stickyNames.includes(lastName(path)));

export const formOf = mapKinds(({ number, form }): FormFields => ({ endpoint: number, ...form }));

export { createKinds, kindOfEndpoint as kindOf, type CreateKind } from '../../shared/creates/create-kinds.ts';

/** Lists that depend on a choice and are missing from the body: left out until the user's choice includes them. */
export function unchosenLists({ choices }: FormFields, body: unknown): string[] {
  const hasList = (list: string) => typeof body === 'object' && body !== null && list in body;
  return choices.map(({ list }) => list).filter((list) => !hasList(list));
}

/** Texts of all leaves of a body, by path, as shown to the user. */
export const textsOfBody = (body: unknown, locale: string): Map<string, string> =>
  new Map(leavesOf(body).map(([path, leaf]) => [path, writeField(leaf, locale)]));
