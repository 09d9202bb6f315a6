import { ownLabelsIn } from '../labels/own-label.ts';
import type { CreateRecord } from './create-record.ts';
import { creates } from './creates.ts';
import type { CreateKind } from './kinds.ts';

export { createKinds, type CreateKind } from './kinds.ts';

type Create = (typeof creates)[number];

/** Numbers of the endpoints that create or declare: what the outbox holds. */
export type CreateNumber = Create['number'];
/** The client's own identity of what a create makes. PackageId is one namespace over all its endpoints. */
export type KeyKind = Create['key']['kind'];

/** In the order of the interface document. */
export const createNumbers: readonly CreateNumber[] = creates.map(({ number }) => number).sort((a, b) => a - b);

/** A table with a row for each kind, made of its record. */
export const ofEachKind = <T>(rowOf: (create: Create) => T): Readonly<Record<CreateKind, T>> =>
  Object.fromEntries(creates.map((create) => [create.kind, rowOf(create)])) as Record<CreateKind, T>;

/** The endpoint that makes each. */
export const endpointOfKind = ofEachKind(({ number }): CreateNumber => number);

export const isCreateKind = (name: string): name is CreateKind => Object.hasOwn(endpointOfKind, name);

const byNumber: ReadonlyMap<number, CreateRecord> = new Map(creates.map((create) => [create.number, create]));

/** What is known of a create; undefined where this endpoint creates nothing. */
export const findCreate = (endpoint: number): CreateRecord | undefined => byNumber.get(endpoint);

/** What is known of a create. Throws RangeError for an endpoint that creates nothing. */
export function createOf(endpoint: CreateNumber): CreateRecord {
  const create = findCreate(endpoint);
  if (!create) throw new RangeError(`endpoint ${String(endpoint)} creates nothing`);
  return create;
}

/** The kind of key that entries of a create have. */
export const keyKindOf = (endpoint: CreateNumber): KeyKind => createOf(endpoint).key.kind as KeyKind;

/** Creates made under the key of something else that is there, which they do not take from it. */
export const borrowsKey = (endpoint: number): boolean => findCreate(endpoint)?.key.borrowed === true;
export const borrowing: readonly CreateNumber[] = createNumbers.filter(borrowsKey);

/** Kinds of key that a parcel or a shipment is known by: those of all creates but what makes the goods themselves. */
export const orderKeyKinds: readonly KeyKind[] = [
  ...new Set(
    creates.filter(({ goods }) => goods.every((path: readonly string[]) => path.length > 0)).map(({ key }) => key.kind),
  ),
];

/** Creates whose labels are drawn here. */
export const drawsLabel = (endpoint: number): boolean => findCreate(endpoint)?.label === 'drawn';
/** Whether an order has a label for no other reason than that it brings one along. */
export const onlyBringsLabel = (endpoint: number, body: unknown): boolean =>
  findCreate(endpoint)?.label === 'brought' && ownLabelsIn(body).length > 0;
/** Whether there is a label of an order, once it has a number. */
export const hasLabel = (endpoint: number, body: unknown): boolean =>
  drawsLabel(endpoint) || onlyBringsLabel(endpoint, body);
export const drawingLabels: readonly CreateNumber[] = createNumbers.filter(drawsLabel);
/** Creates that may have a label. */
export const mayHaveLabel = (endpoint: number): boolean => (findCreate(endpoint)?.label ?? 'none') !== 'none';
export const labelled: readonly CreateNumber[] = createNumbers.filter(mayHaveLabel);

/** The kind an entry of this endpoint is; undefined where the endpoint creates nothing. */
export const kindOfEndpoint = (endpoint: number): CreateKind | undefined =>
  creates.find(({ number }) => number === endpoint)?.kind;
