import { fillFromSettings } from '../../shared/service/fill-from-settings.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { DueRead } from '../outbox/entry.ts';
import { isObject } from '../service/parse-json.ts';
import { serializeRequest, type SerializedRequest } from '../service/request.ts';
import type { Asking } from './ask-status.ts';
import { sameName, textAt } from './record-field.ts';
import type { StatusAnswer } from './status-answer.ts';

/** Statuses that may mean "this batch is not answerable as a whole", so that its halves are asked. */
const halvedOn = [400, 413, 414, 422];

/**
 * Asks endpoint 11 for many outbound orders at once; each finds its answer by id. One unknown id may fail a whole batch with
 * 404, so that is halved until the unknown ones stand alone.
 */
export async function askOutbound(
  entries: readonly DueRead[],
  asking: Asking,
  tell: (entry: DueRead, answer: StatusAnswer) => Promise<void>,
): Promise<void> {
  const { read, settings } = asking;
  const ids = entries.map(({ key }) => key.value);
  const verdict = await read(11, outboundStatusRequest(ids, settings));
  const all = async (answer: StatusAnswer) => void (await Promise.all(entries.map((entry) => tell(entry, answer))));
  const halve = async () => {
    const middle = Math.ceil(entries.length / 2);
    await askOutbound(entries.slice(0, middle), asking, tell);
    await askOutbound(entries.slice(middle), asking, tell);
  };

  switch (verdict.kind) {
    case 'unreached':
    case 'paused':
      return all({ kind: verdict.kind });
    case 'absent':
      return entries.length > 1 ? halve() : all({ kind: 'absent', page: verdict.page });
    case 'unread':
      if (entries.length > 1 && halvedOn.includes(verdict.status)) return halve();
      return all({ kind: 'unread', afterMs: verdict.afterMs });
    case 'json':
      break;
  }
  const records = (Array.isArray(verdict.json) ? verdict.json : [verdict.json]).filter(isObject);
  const told = entries.map((entry) => {
    const record = records.find((one) => sameName(textAt(one, 'PackageId') ?? '', entry.key.value));
    return tell(entry, record ? { kind: 'found', record, by: 11 } : { kind: 'absent', page: false });
  });
  await Promise.all(told);
}

/** The question for all of these ids together. */
export const outboundStatusRequest = (ids: readonly string[], settings: Settings): SerializedRequest =>
  serializeRequest(11, { ...fillFromSettings(11, {}, settings), body: { Ids: ids } });
