import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';

/** The question what became of orders: of one, whose id stands in the address, or of many in a body, as the endpoint takes it. */
export function statusRequest(status: EndpointNumber, ids: readonly string[], settings: Settings): SerializedRequest {
  const { body, params } = endpointOf(status);
  // in the address of many stands only what kind of ids they are, which the settings say
  if (body) return serializeRequest(status, { ...fillFromSettings(status, {}, settings), body: { Ids: ids } });
  const [idName = ''] = Object.keys(params.shape);
  return serializeRequest(status, fillFromSettings(status, { path: { [idName]: ids[0] } }, settings));
}
