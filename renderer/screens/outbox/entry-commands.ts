import type { EntryRow, EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { findCreate } from '../../../shared/creates/create-kinds.ts';
import type { LabelList } from '../../../shared/labels/label-lists.ts';
import { lacksOf } from '../../../shared/service/lacks-of.ts';
import { kindOf } from '../../forms/form-fields.ts';
import type { ActionHandlers } from '../../keys/actions.svelte.ts';
import { printActions } from '../../print/print-actions.svelte.ts';
import { command } from '../../state/commands.ts';
import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { labelBoard } from '../labels/label-board.svelte.ts';
import { showOrder } from '../orders/order-board.svelte.ts';

/** A confirmation before an action that cannot be undone. */
export interface Confirmation {
  title: string;
  explanation: string;
  confirm: string;
  danger: boolean;
  /** whether a reason is required */
  why: 'needed' | 'offered' | 'none';
  decide: (why: string) => unknown;
}

/** Actions of a person on an entry, likeliest first. */
export const entryActions = [
  'submit',
  'change',
  'mend',
  'ours',
  'taken',
  'refusal',
  'send-again',
  'send-anyway',
  'try-now',
  'replace',
  'closed',
  'cancelled',
  'withdraw',
  'forget-text',
] as const;
export type EntryAction = (typeof entryActions)[number];

type IsAvailable = (entry: EntryRow) => boolean;
const conflict: IsAvailable = ({ asks }) => asks === 'was-there-before' || asks === 'another-record';
// an entry the service may have is replaced, never changed, and only once
const mayExistAtService: IsAvailable = ({ state, tries, maybeTaken, replacedBy }) =>
  replacedBy === null &&
  (['unsure', 'accepted', 'done'].includes(state) ||
    (state !== 'draft' && state !== 'withdrawn' && (maybeTaken || tries > 0)));

const availability: Record<EntryAction, IsAvailable> = {
  submit: ({ state }) => state === 'draft',
  change: ({ state, tries, maybeTaken }) => state === 'draft' || (state === 'queued' && tries === 0 && !maybeTaken),
  // a replaced entry is not corrected: both would be created
  mend: ({ state, replacedBy }) => state === 'refused' && replacedBy === null,
  ours: (entry) => conflict(entry) && ['unsure', 'accepted', 'queued'].includes(entry.state),
  taken: ({ state, asks }) => state === 'unsure' || state === 'refused' || asks === 'unknown-text',
  refusal: ({ asks }) => asks === 'unknown-text',
  'send-again': ({ state }) => state === 'unsure',
  'send-anyway': ({ state, waitsFor }) => state === 'queued' && waitsFor.for === 'entry',
  'try-now': ({ waitsFor, state, maybeTaken }) =>
    ['hold', 'retry', 'status-check', 'outcome'].includes(waitsFor.for) || (state === 'refused' && maybeTaken),
  replace: (entry) => entry.state !== 'sending' && mayExistAtService(entry),
  closed: ({ state }) => state === 'accepted',
  cancelled: ({ toCancel }) => toCancel,
  'forget-text': ({ said, asks, endpoint }) =>
    said !== null && asks !== 'unknown-text' && findCreate(endpoint)?.madeBy === 'taken',
  withdraw: ({ state }) => ['draft', 'queued', 'unsure', 'refused'].includes(state),
};

/** For these states "try now" checks the status and sends nothing. */
export const checksStatus = ({ state }: EntryRow): boolean => ['unsure', 'accepted', 'refused'].includes(state);

const answerActions: readonly EntryAction[] = ['ours', 'taken', 'refusal', 'send-again', 'replace', 'withdraw'];

/** The actions that answer the entry's pending question; none without one. */
export const answerActionsOf = (entry: EntryRow): EntryAction[] =>
  entry.asks === null ? [] : actionsOf(entry).filter((act) => answerActions.includes(act));

/** The most likely action for an entry in its state; null if there is nothing to do. */
export function primaryActionOf(entry: EntryRow): EntryAction | null {
  if (entry.asks !== null) return answerActionsOf(entry)[0] ?? null;
  const likeliest: readonly EntryAction[] = ['cancelled', 'submit', 'mend', 'send-anyway', 'try-now'];
  return likeliest.find((act) => availability[act](entry)) ?? null;
}

/** The available actions, likeliest first; each is a valid transition in the table of states. */
export const actionsOf = (entry: EntryRow): EntryAction[] => entryActions.filter((act) => availability[act](entry));

/** A SKU is not an order. */
const skuCreate = 15;

/** Look-up actions of an entry: its parcel's tracking, and its order at the service. */
export function lookupsOf(
  entry: Pick<EntryRow, 'endpoint' | 'key' | 'trackingNumber'> | null | undefined,
): ActionHandlers {
  if (!entry) return {};
  const { endpoint, key, trackingNumber } = entry;
  return {
    ...(trackingNumber !== null && { 'see-tracking': () => route.go('tracking', trackingNumber) }),
    ...(endpoint !== skuCreate && { 'see-order': () => showOrder(key) }),
  };
}

/** Opens the labels screen with this label found and under the cursor, so that the next key press prints it. */
export function openInLabels({ list, key }: { list: LabelList; key: string }): void {
  labelBoard.list = list;
  labelBoard.search = key;
  labelBoard.focusesFirstMatch = true;
  route.go('labels');
}

function toastResult(answer: Result<unknown>, done: () => string): void {
  if (answer.ok) toasts.show(done);
  else toastProblem(answer.problem);
}

function toastProblem(problem: Problem): void {
  toasts.show(() => sayProblem(problem), 'no');
}

/** Runs actions that need no confirmation: they open a form, or do no harm. */
export async function runAction(act: EntryAction, entry: EntryDetail): Promise<void> {
  const kind = kindOf(entry.endpoint);
  if (act === 'change' || act === 'mend' || act === 'replace') {
    if (kind) route.go(kind, act, entry.id);
  } else if (act === 'taken' || act === 'refusal' || act === 'forget-text') {
    toastResult(
      await command('entry.decide', `${act} ${entry.id}`, { id: entry.id, decision: act, why: '' }),
      () => t().outbox.textKept[act],
    );
  } else if (act === 'try-now')
    toastResult(await ask('entry.tryNow', { ids: [entry.id] }), () =>
      checksStatus(entry) ? t().outbox.statusAsked : t().outbox.tried({ count: '1' }),
    );
  else if (act === 'submit')
    toastResult(await command('entry.submit', entry.id, { id: entry.id }), () => t().states.word.queued);
}

/** Sends an entry, and prints its label as soon as its number arrives. */
export async function sendAndPrint({ id }: EntryDetail): Promise<void> {
  await printAfterSend(id, await command('entry.submit', id, { id }));
}

async function printAfterSend(id: string, sent: Result<unknown>): Promise<void> {
  if (sent.ok) await printActions.printAsNumbersArrive([id]);
  else toastProblem(sent.problem);
}

/** The confirmation for an action that cannot be undone, or null if it needs none. `print` submits and prints. */
export function confirmationFor(
  act: EntryAction | 'print',
  entry: EntryDetail,
  close: () => void,
): Confirmation | null {
  const { outbox, acts } = t();
  const { key, id } = entry;
  const decide = (decision: 'send-again' | 'taken' | 'closed' | 'ours') => async (why: string) => {
    toastResult(await command('entry.decide', `${decision} ${id}`, { id, decision, why }), () => t().outbox.decided);
    close();
  };
  switch (act) {
    case 'ours':
      return createConfirmation(outbox.oursAsk({ key }), outbox.oursMeans, acts.name.ours, 'offered', decide('ours'));
    case 'taken':
      // One key press answers the meaning of a text; the answer can be revoked.
      if (entry.asks === 'unknown-text') return null;
      return createConfirmation(
        outbox.takenAsk({ key }),
        outbox.takenMeans,
        acts.name.taken,
        'offered',
        decide('taken'),
      );
    case 'closed':
      return createConfirmation(
        outbox.closedAsk({ key }),
        outbox.closedMeans,
        acts.name.closed,
        'needed',
        decide('closed'),
      );
    case 'send-again': {
      const again = createConfirmation(
        outbox.sendAgainAsk({ key }),
        outbox.sendAgainMeans,
        acts.name['send-again'],
        'offered',
        decide('send-again'),
      );
      return { ...again, danger: true };
    }
    case 'send-anyway': {
      const needs = entry.waitsFor.for === 'entry' ? entry.waitsFor.key : '';
      return createConfirmation(
        outbox.sendAnywayAsk({ key, needs }),
        outbox.sendAnywayMeans,
        acts.name['send-anyway'],
        'none',
        async () => {
          toastResult(await command('entry.sendAnyway', id, { id }), () => t().outbox.decided);
          close();
        },
      );
    }
    case 'cancelled':
      return createConfirmation(
        outbox.cancelledAsk({ key }),
        outbox.cancelledMeans,
        acts.name.cancelled,
        'none',
        async () => {
          toastResult(await command('entry.cancelled', id, { id }), () => t().outbox.decided);
          close();
        },
      );
    case 'submit':
    case 'print': {
      const lacking = lacksOf(entry.endpoint, entry.request.body).map(({ lack }) => t().form.lack[lack]);
      const isSentBefore = entry.withdrawnBefore !== null;
      const decided = entry.maybeTaken || isSentBefore;
      if (!decided && lacking.length === 0) return null;
      const asked = isSentBefore ? outbox.sendAgainAsk({ key }) : outbox.submitAsk({ key });
      const risk = isSentBefore ? outbox.withdrawnMeans : outbox.submitMeans;
      const title = decided ? asked : t().form.senseAsk;
      const means = [...lacking, decided ? risk : t().form.senseMeans].join(' ');
      const name = act === 'print' ? outbox.sendAndPrint : acts.name.submit;
      const submit = createConfirmation(title, means, name, 'none', async () => {
        const sent = await command('entry.submit', `decided ${id}`, { id, decided });
        if (act === 'submit') toastResult(sent, () => t().states.word.queued);
        else await printAfterSend(id, sent);
        close();
      });
      return { ...submit, danger: decided };
    }
    case 'refusal':
    case 'forget-text':
    case 'change':
    case 'mend':
    case 'try-now':
    case 'replace':
    case 'withdraw':
      return null;
  }
}

function createConfirmation(
  title: string,
  means: string,
  confirm: string,
  why: Confirmation['why'],
  decide: Confirmation['decide'],
): Confirmation {
  return { title, explanation: means, confirm, why, decide, danger: false };
}
