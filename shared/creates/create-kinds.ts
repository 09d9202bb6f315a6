import { ownLabelsIn } from '../labels/own-label.ts';
import type { CreateRecord } from './create-record.ts';
import { creates } from './creates.ts';
import type { CreateKind } from './kinds.ts';

export { createKinds, type CreateKind } from './kinds.ts';

type Create = (typeof creates)[number];

/** Numbers of the endpoints that create or declare, whose entries the outbox holds. */
export type CreateNumber = Create['number'];
/** The field that holds the key of a create. All endpoints that use PackageId share one namespace. */
export type KeyKind = Create['key']['kind'];

/** In the order of the interface document. */
export const createNumbers: readonly CreateNumber[] = creates.map(({ number }) => number).sort((a, b) => a - b);

/** A value per kind, computed from its record. */
export const mapKinds = <T>(rowOf: (create: Create) => T): Readonly<Record<CreateKind, T>> =>
  Object.fromEntries(creates.map((create) => [create.kind, rowOf(create)])) as Record<CreateKind, T>;

/** The endpoint of each kind. */
export const endpointOfKind = mapKinds(({ number }): CreateNumber => number);

export const isCreateKind = (name: string): name is CreateKind => Object.hasOwn(endpointOfKind, name);

const createsByNumber: ReadonlyMap<number, CreateRecord> = new Map(creates.map((create) => [create.number, create]));

/** The record of a create; undefined if this endpoint creates nothing. */
export const findCreate = (endpoint: number): CreateRecord | undefined => createsByNumber.get(endpoint);

/** The record of a create. Throws RangeError for an endpoint that creates nothing. */
export function createOf(endpoint: CreateNumber): CreateRecord {
  const create = findCreate(endpoint);
  if (!create) throw new RangeError(`endpoint ${String(endpoint)} creates nothing`);
  return create;
}

/** The kind of key of a create's entries. */
export const keyKindOf = (endpoint: CreateNumber): KeyKind => createOf(endpoint).key.kind as KeyKind;

/** Creates that use the key of an existing object without claiming it. */
export const borrowsKey = (endpoint: number): boolean => findCreate(endpoint)?.key.borrowed === true;
export const borrowingCreates: readonly CreateNumber[] = createNumbers.filter(borrowsKey);

/** Kinds of key of a parcel or shipment: those of all creates except that of the goods themselves. */
export const orderKeyKinds: readonly KeyKind[] = [
  ...new Set(
    creates.filter(({ goods }) => goods.every((path: readonly string[]) => path.length > 0)).map(({ key }) => key.kind),
  ),
];

/** Whether the desk draws the label of this create. */
export const drawsLabel = (endpoint: number): boolean => findCreate(endpoint)?.label === 'drawn';
/** Whether an order has a label only because it contains an own label. */
export const hasOnlyOwnLabel = (endpoint: number, body: unknown): boolean =>
  findCreate(endpoint)?.label === 'brought' && ownLabelsIn(body).length > 0;
/** Whether an order has a label once it has a number. */
export const hasLabel = (endpoint: number, body: unknown): boolean =>
  drawsLabel(endpoint) || hasOnlyOwnLabel(endpoint, body);
export const labelDrawingCreates: readonly CreateNumber[] = createNumbers.filter(drawsLabel);
export const mayHaveLabel = (endpoint: number): boolean => (findCreate(endpoint)?.label ?? 'none') !== 'none';
export const labelledCreates: readonly CreateNumber[] = createNumbers.filter(mayHaveLabel);

/** The kind of an endpoint's entries; undefined if the endpoint creates nothing. */
export const kindOfEndpoint = (endpoint: number): CreateKind | undefined =>
  creates.find(({ number }) => number === endpoint)?.kind;
