import type { CreateNumber } from '../creates/create-kinds.ts';
import { creates } from '../creates/creates.ts';
import type { Endpoint } from './endpoint.ts';
import { reads } from './reads.ts';
import type * as z from 'zod';

type Creates = { [C in (typeof creates)[number] as C['number']]: C };
type Endpoints = typeof reads & Creates;

/** The service's endpoints as one table, reads and creates, numbered as in the interface document. */
export const endpoints = {
  ...reads,
  ...Object.fromEntries(creates.map((create) => [create.number, create])),
} as Endpoints;

export type ReadNumber = keyof typeof reads;
export type EndpointNumber = keyof Endpoints;

/** Body of an endpoint's request as a caller passes it, without defaults filled in. */
export type BodyOf<N extends EndpointNumber> = Endpoints[N]['body'] extends z.ZodType
  ? z.input<Endpoints[N]['body']>
  : undefined;

export const endpointNumbers = Object.keys(endpoints).map(Number) as EndpointNumber[];

/** The row of an endpoint, typed as the common interface. */
export const endpointOf = (number: EndpointNumber): Endpoint => endpoints[number];

export const isEndpointNumber = (value: unknown): value is EndpointNumber =>
  typeof value === 'number' && Object.hasOwn(endpoints, value);

export const isCreate = (number: EndpointNumber): number is CreateNumber => endpoints[number].creates;
