import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';

/**
 * Builds the status request for orders: for one, with its id in the URL, or for many in the body, depending on the
 * endpoint.
 */
export function statusRequest(status: EndpointNumber, ids: readonly string[], settings: Settings): SerializedRequest {
  const { body, params } = endpointOf(status);
  // With several ids, the URL contains only their kind, which the settings define.
  if (body) return serializeRequest(status, { ...fillFromSettings(status, {}, settings), body: { Ids: ids } });
  const [idName = ''] = Object.keys(params.shape);
  return serializeRequest(status, fillFromSettings(status, { path: { [idName]: ids[0] } }, settings));
}
