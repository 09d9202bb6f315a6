import { endpointOf } from '../../shared/service/endpoints.ts';
import { parseRequestTarget } from '../../shared/service/request-target.ts';
import { valueAt } from '../../shared/service/value-at.ts';

/** What an exchange is about; repeats of a request have the same name. */
interface Named {
  name: string;
  endpoint: number;
  keys: string[];
  creates: boolean;
}

export function nameOf(method: string, path: string, body: string | null): Named {
  const address = parseRequestTarget(method, path);
  if (!address) return { name: `${method} ${path}`, endpoint: 0, keys: [], creates: false };
  const { endpoint } = address;
  const { key, creates } = endpointOf(endpoint);
  const sent: unknown = body === null ? undefined : JSON.parse(body);
  const ids = endpoint === 11 ? (valueAt(sent, ['Ids']) as string[]) : Object.values(address.path);
  const keys = key ? [String(valueAt(sent, key.path))] : ids;
  return { name: `${endpoint} ${keys.join()}`, endpoint, keys, creates };
}
