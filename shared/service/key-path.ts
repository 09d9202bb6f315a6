import { writePath } from '../path/path.ts';
import { endpointOf, type EndpointNumber } from './endpoints.ts';

/** Path of the field that holds the entry's key, such as `Package.PackageId`; '' for a read, which has none. */
export const keyPathOf = (endpoint: EndpointNumber): string => writePath(endpointOf(endpoint).key?.path ?? []);
