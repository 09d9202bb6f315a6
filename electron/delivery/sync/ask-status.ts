import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import { fillFromSettings } from '../../../shared/service/fill-from-settings.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { DueCheck } from '../../outbox/entry.ts';
import { askInHalves } from '../service/ask-in-halves.ts';
import { isObject } from '../service/read-json.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';
import type { ReadVerdict } from '../service/verdict.ts';
import { textAt, isSameName } from './read-record.ts';

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

/** Combined result of all status endpoints of an entry. `paused` changes nothing: the entry stays due. */
export type StatusAnswer =
  /** `endpoint`: the one that knew it */
  | { kind: 'found'; record: unknown; endpoint: EndpointNumber }
  /** each of them answered 404; `page`: at least one with an HTML page */
  | { kind: 'absent'; page: boolean }
  | { kind: 'unread'; afterMs: number | null }
  | { kind: 'unreached' }
  | { kind: 'paused' };

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
  let hasPage = false;
  let unread: StatusAnswer | null = null;
  for (const [index, status] of endpointOf(entry.endpoint).outcome.entries()) {
    const readStatus = index === 0 ? read : readFurther;
    const verdict = await readStatus(status, statusRequest(status, [entry.key.value], settings));
    switch (verdict?.kind) {
      case undefined:
        unread = { kind: 'unread', afterMs: null };
        break;
      case 'unreached':
      case 'paused':
        return { kind: verdict.kind };
      case 'absent':
        hasPage ||= verdict.page;
        break;
      case 'unread':
        unread = { kind: 'unread', afterMs: verdict.afterMs };
        break;
      case 'json': {
        const record: unknown =
          Array.isArray(verdict.json) && verdict.json.length === 1 ? verdict.json[0] : verdict.json;
        if (isStatusRecord(entry.key.kind, record)) return { kind: 'found', record, endpoint: status };
        unread = { kind: 'unread', afterMs: null };
      }
    }
  }
  return unread ?? { kind: 'absent', page: hasPage };
}

/**
 * A record with neither the order's id nor a status is ignored: stored in place of the previous record, it would make
 * that one look new when it is returned again.
 */
const isStatusRecord = (id: string, record: unknown): record is Record<string, unknown> =>
  isObject(record) && [id, 'Status', 'HandleStatus'].some((name) => textAt(record, name) !== null);

/** Asks endpoint 11 for many outbound orders at once, halving on failure; each entry finds its answer by id. */
export async function askOutbound(
  entries: readonly DueCheck[],
  statusReads: StatusReads,
  onAnswer: (entry: DueCheck, answer: StatusAnswer) => Promise<void>,
): Promise<void> {
  const { read, settings } = statusReads;
  const requestStatus = (part: readonly DueCheck[]) =>
    read(
      11,
      statusRequest(
        11,
        part.map(({ key }) => key.value),
        settings,
      ),
    );
  for await (const [part, verdict] of askInHalves(entries, requestStatus, statusOf)) {
    const toAnswer = splitVerdict(verdict);
    await Promise.all(part.map((entry) => onAnswer(entry, toAnswer(entry))));
  }
}

/** The status with which the service answered; null for a truncated 404, which proves nothing. */
const statusOf = (verdict: ReadVerdict): number | null =>
  verdict.kind === 'absent' ? 404 : verdict.kind === 'unread' && verdict.status !== 404 ? verdict.status : null;

/** Splits a verdict on several entries into an answer for each. */
function splitVerdict(verdict: ReadVerdict): (entry: DueCheck) => StatusAnswer {
  switch (verdict.kind) {
    case 'unreached':
    case 'paused':
      return () => ({ kind: verdict.kind });
    case 'absent':
      return () => ({ kind: 'absent', page: verdict.page });
    case 'unread':
      return () => ({ kind: 'unread', afterMs: verdict.afterMs });
    case 'json': {
      const items: unknown[] = Array.isArray(verdict.json) ? verdict.json : [verdict.json];
      const records = items.filter(isObject).filter((one) => textAt(one, 'PackageId') !== null);
      // A record without an id may belong to any of them.
      const missingAnswer: StatusAnswer =
        records.length === items.length ? { kind: 'absent', page: false } : { kind: 'unread', afterMs: null };
      return (entry) => {
        const record = records.find((one) => isSameName(textAt(one, 'PackageId') ?? '', entry.key.value));
        return record ? { kind: 'found', record, endpoint: 11 } : missingAnswer;
      };
    }
  }
}
