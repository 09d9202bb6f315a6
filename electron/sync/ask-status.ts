import { endpointOf } from '../../shared/service/endpoints.ts';
import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import type { EndpointNumber } from '../../shared/service/endpoint.ts';
import type { Settings } from '../../shared/settings.ts';
import type { DueRead } from '../outbox/entry.ts';
import { isObject } from '../service/parse-json.ts';
import type { ReadVerdict } from '../service/read-verdict.ts';
import { toSendable, type Sendable } from '../service/request.ts';
import type { StatusAnswer } from './status-answer.ts';

export interface Asking {
  /** one read, its effect on the connection already noted */
  read: (endpoint: EndpointNumber, sendable: Sendable) => Promise<ReadVerdict>;
  settings: Settings;
}

/** Asks the status endpoints of one entry, in their order, until one knows it. Not for endpoint 11, which takes many. */
export async function askStatus(entry: DueRead, { read, settings }: Asking): Promise<StatusAnswer> {
  let pages = false;
  let unread: StatusAnswer | null = null;
  for (const status of endpointOf(entry.endpoint).outcome) {
    const verdict = await read(status, statusRequest(status, entry.key.value, settings));
    switch (verdict.kind) {
      case 'unreached':
      case 'paused':
        return { kind: verdict.kind };
      case 'absent':
        pages ||= verdict.page;
        break;
      case 'unread':
        unread = { kind: 'unread', afterMs: verdict.afterMs };
        break;
      case 'json': {
        const record: unknown =
          Array.isArray(verdict.json) && verdict.json.length === 1 ? verdict.json[0] : verdict.json;
        if (isObject(record)) return { kind: 'found', record, by: status };
        unread = { kind: 'unread', afterMs: null };
      }
    }
  }
  return unread ?? { kind: 'absent', page: pages };
}

function statusRequest(status: EndpointNumber, id: string, settings: Settings): Sendable {
  const [idName = 'packageId'] = Object.keys(endpointOf(status).params.shape);
  return toSendable(status, fillFromSettings(status, { path: { [idName]: id } }, settings));
}

/** A read for finding out whether the service answers: the status of an id that nobody has. */
export const probe = (settings: Settings): Sendable => statusRequest(16, 'desk-connection-check', settings);
