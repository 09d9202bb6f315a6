import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';

/** Path of the field that is the entry's key; '' for a question, which has none. */
export const keyPathOf = (endpoint: EndpointNumber): string => endpointOf(endpoint).key?.path.join('.') ?? '';
