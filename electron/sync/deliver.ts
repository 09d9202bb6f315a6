import { isCreateNewOrder } from '../../shared/service/create-facts.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings.ts';
import { why } from '../../shared/whys.ts';
import { ownReasons } from '../../shared/own-reasons.ts';
import type { Answer, Claimed } from '../outbox/entry.ts';
import type { Exchange } from '../service/exchange.ts';
import { noAnswer } from '../service/no-answer.ts';
import { toSendable, type Sendable } from '../service/request.ts';
import { judge, type Verdict } from '../service/verdict.ts';
import { noteConnection, notePace } from './note-exchange.ts';
import { settle } from './settle.ts';
import { momentOf, type Work } from './work.ts';

/** One try of a claimed entry, from its request to its settled row. */
export async function deliver(claimed: Claimed, work: Work): Promise<void> {
  const startedAt = work.clock.monotonic();
  if (mustAsk(claimed, work.settings)) return settleTry(claimed, null, notSentAgain, work);
  const sendable = sendableOf(claimed);
  if (!sendable) return settleTry(claimed, null, cannotBeWritten, work);
  const exchange = await work.call(sendable);
  const verdict = verdictOn(claimed, exchange, work);
  noteDelivery(claimed, exchange, verdict, startedAt, work);
  await settleTry(claimed, answerOf(exchange), verdict, work);
}

async function settleTry(claimed: Claimed, answer: Answer | null, verdict: Verdict, work: Work): Promise<void> {
  await work.writes.persist(
    () => write(claimed, answer, verdict, work),
    () => writeLost(claimed, work),
  );
  work.onChanged([claimed.id]);
}

/** null where the stored request cannot be written: half of a surrogate pair in a query has no encoding. */
function sendableOf({ endpoint, request }: Claimed): Sendable | null {
  try {
    return toSendable(endpoint, request);
  } catch {
    return null;
  }
}

const cannotBeWritten: Verdict = {
  kind: 'refused',
  reason: { code: 'not-sendable', text: ownReasons['not-sendable'], field: null },
  pause: null,
};

/** Nothing can tell whether an earlier try arrived, and the setting lets only a person send it again. */
const mustAsk = ({ endpoint, maybeTaken }: Claimed, { alwaysAsk }: Settings): boolean =>
  alwaysAsk && maybeTaken && endpointOf(endpoint).repeat === 'send-again';

const notSentAgain: Verdict = {
  kind: 'unsure',
  why: why('not-sent-again'),
  check: false,
  reason: null,
  unsent: true,
  pause: null,
};

/** Settles what a run that ended left without an answer, as any lost answer. */
export function resume(work: Work): void {
  for (const claimed of work.outbox.interrupted()) {
    writeLost(claimed, work);
    work.onChanged([claimed.id]);
  }
}

function writeLost(claimed: Claimed, work: Work): void {
  write(claimed, null, verdictOn(claimed, noAnswer('maybe', 'stopped'), work), work);
}

function verdictOn(claimed: Claimed, exchange: Exchange, { settings, outbox, target }: Work): Verdict {
  return judge(claimed.endpoint, exchange, {
    isCreateNewOrder: isCreateNewOrder(claimed.request.body),
    maybeTaken: claimed.maybeTaken,
    reached: claimed.reached,
    alwaysAsk: settings.alwaysAsk,
    means: (text) => outbox.textMeans(target, text, claimed.key.value),
  });
}

function write(claimed: Claimed, answer: Answer | null, verdict: Verdict, work: Work): void {
  const moment = momentOf(work);
  work.outbox.settle(claimed, answer, verdict.kind, settle(claimed, verdict, moment), moment.now);
}

function noteDelivery(claimed: Claimed, exchange: Exchange, verdict: Verdict, startedAt: number, work: Work): void {
  const { pause } = verdict;
  noteConnection(work, exchange, pause?.scope === 'sync' ? pause : null, startedAt, false);
  if (!pause) notePace(work, claimed.endpoint, claimed.id, exchange, startedAt, isLost(verdict));
  if (exchange.kind !== 'answer' || pause?.scope === 'sync') return;
  work.connection.delivered();
  if (pause) work.pauses.pause(claimed.endpoint, pause);
  else work.pauses.clear(claimed.endpoint);
}

/** Nothing to be relied on came of it, as when it was cut short or cannot be read. */
const isLost = (verdict: Verdict): boolean =>
  verdict.kind === 'again' || (verdict.kind === 'unsure' && verdict.reason === null);

const keptBytes = 64 * 1024;

function answerOf(exchange: Exchange): Answer | null {
  if (exchange.kind !== 'answer') return null;
  const { status, contentType, body } = exchange;
  if (Buffer.byteLength(body) <= keptBytes) return { status, contentType, body };
  // A character cut in two shows as a replacement at the end.
  const kept = Buffer.from(body)
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
  return { status, contentType, body: kept };
}
