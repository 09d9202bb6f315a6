import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { DueCheck } from '../outbox/entry.ts';
import { isObject } from '../service/parse-json.ts';
import type { ReadVerdict } from '../service/read-verdict.ts';
import type { SerializedRequest } from '../service/request.ts';
import { textAt } from './record-field.ts';
import type { StatusAnswer } from './status-answer.ts';
import { statusRequest } from './status-request.ts';

export interface StatusReads {
  /** one read, already recorded for the connection */
  read: (endpoint: EndpointNumber, sendable: SerializedRequest) => Promise<ReadVerdict>;
  /** a read of an endpoint other than the one the slot was taken for; null: that one takes no more requests now */
  readFurther: (endpoint: EndpointNumber, sendable: SerializedRequest) => Promise<ReadVerdict | null>;
  settings: Settings;
}

/** Asks the status endpoints of one entry in order until one knows it. Not for endpoint 11, which takes many. */
export async function askStatus(
  entry: Pick<DueCheck, 'endpoint' | 'key'>,
  { read, readFurther, settings }: StatusReads,
): Promise<StatusAnswer> {
  let pages = false;
  let unread: StatusAnswer | null = null;
  for (const [nth, status] of endpointOf(entry.endpoint).outcome.entries()) {
    const ask = nth === 0 ? read : readFurther;
    const verdict = await ask(status, statusRequest(status, [entry.key.value], settings));
    switch (verdict?.kind) {
      case undefined:
        unread = { kind: 'unread', afterMs: null };
        break;
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
        if (isStatusOf(entry.key.kind, record)) return { kind: 'found', record, by: status };
        unread = { kind: 'unread', afterMs: null };
      }
    }
  }
  return unread ?? { kind: 'absent', page: pages };
}

/**
 * A record with neither the order's id nor a status is ignored: stored in place of the previous record, it would make
 * that one look new when it is returned again.
 */
const isStatusOf = (id: string, record: unknown): record is Record<string, unknown> =>
  isObject(record) && [id, 'Status', 'HandleStatus'].some((name) => textAt(record, name) !== null);
