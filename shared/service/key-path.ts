import { writePath } from '../path/path.ts';
import { endpointOf, type EndpointNumber } from './endpoints.ts';

/** Path of the field that is the entry's key, `Package.PackageId`; '' for a question, which has none. */
export const keyPathOf = (endpoint: EndpointNumber): string => writePath(endpointOf(endpoint).key?.path ?? []);
