import type { EntryRow, EntryDetail } from '../../../shared/contract/entry-answers.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { findCreate } from '../../../shared/creates/create-kinds.ts';
import type { LabelList } from '../../../shared/labels/label-lists.ts';
import { missingPartsOf } from '../../../shared/service/missing-parts.ts';
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
  confirmLabel: string;
  isDangerous: boolean;
  /** whether the dialog asks for a reason, and whether one is required */
  reasonMode: 'needed' | 'offered' | 'none';
  onConfirm: (why: string) => unknown;
}

/**
 * Actions of a person on an entry, likeliest first. Decisions: `ours`: the record found at the service is this order;
 * `taken`: the service has the order; `refusal`: its answer is a refusal; `closed`: the accepted entry counts as done;
 * `cancelled`: the order was cancelled at the service; `forget-text`: a person is asked again about such an answer.
 */
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
const hasConflict: IsAvailable = ({ asks }) => asks === 'was-there-before' || asks === 'another-record';
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
  ours: (entry) => hasConflict(entry) && ['unsure', 'accepted', 'queued'].includes(entry.state),
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
    said !== null && asks !== 'unknown-text' && findCreate(endpoint)?.creationProof === 'taken',
  withdraw: ({ state }) => ['draft', 'queued', 'unsure', 'refused'].includes(state),
};

/** Whether "try now" checks the status of the entry instead of sending it. */
export const checksStatus = ({ state }: EntryRow): boolean => ['unsure', 'accepted', 'refused'].includes(state);

const answerActions: readonly EntryAction[] = ['ours', 'taken', 'refusal', 'send-again', 'replace', 'withdraw'];

/** The actions that answer the entry's pending question; none without one. */
export const answerActionsOf = (entry: EntryRow): EntryAction[] =>
  entry.asks === null ? [] : actionsOf(entry).filter((action) => answerActions.includes(action));

/** The most likely action for an entry in its state; null if there is nothing to do. */
export function primaryActionOf(entry: EntryRow): EntryAction | null {
  if (entry.asks !== null) return answerActionsOf(entry)[0] ?? null;
  const likeliestActions: readonly EntryAction[] = ['cancelled', 'submit', 'mend', 'send-anyway', 'try-now'];
  return likeliestActions.find((action) => availability[action](entry)) ?? null;
}

/** The available actions, likeliest first; each is a valid transition in the table of states. */
export const actionsOf = (entry: EntryRow): EntryAction[] =>
  entryActions.filter((action) => availability[action](entry));

/** Endpoint that creates a SKU, which is not an order. */
const skuEndpoint = 15;

/** Look-up actions of an entry: its parcel's tracking, and its order at the service. */
export function lookupsOf(
  entry: Pick<EntryRow, 'endpoint' | 'key' | 'trackingNumber'> | null | undefined,
): ActionHandlers {
  if (!entry) return {};
  const { endpoint, key, trackingNumber } = entry;
  return {
    ...(trackingNumber !== null && { 'see-tracking': () => route.go('tracking', trackingNumber) }),
    ...(endpoint !== skuEndpoint && { 'see-order': () => showOrder(key) }),
  };
}

/** Opens the labels screen with the cursor on this label, so that the next key press prints it. */
export function openInLabels({ list, key }: { list: LabelList; key: string }): void {
  labelBoard.list = list;
  labelBoard.search = key;
  labelBoard.focusesFirstMatch = true;
  route.go('labels');
}

function toastResult(answer: Result<unknown>, successText: () => string): void {
  if (answer.ok) toasts.show(successText);
  else toastProblem(answer.problem);
}

function toastProblem(problem: Problem): void {
  toasts.show(() => sayProblem(problem), 'no');
}

/** Runs actions that need no confirmation: they open a form, or do no harm. */
export async function runAction(action: EntryAction, entry: EntryDetail): Promise<void> {
  const kind = kindOf(entry.endpoint);
  if (action === 'change' || action === 'mend' || action === 'replace') {
    if (kind) route.go(kind, action, entry.id);
  } else if (action === 'taken' || action === 'refusal' || action === 'forget-text') {
    toastResult(
      await command('entry.decide', `${action} ${entry.id}`, { id: entry.id, decision: action, why: '' }),
      () => t().outbox.textKept[action],
    );
  } else if (action === 'try-now')
    toastResult(await ask('entry.tryNow', { ids: [entry.id] }), () =>
      checksStatus(entry) ? t().outbox.statusAsked : t().outbox.tried({ count: '1' }),
    );
  else if (action === 'submit')
    toastResult(await command('entry.submit', entry.id, { id: entry.id }), () => t().states.word.queued);
}

/** Sends an entry, and prints its label as soon as its number arrives. */
export async function sendAndPrint({ id }: EntryDetail): Promise<void> {
  await printAfterSend(id, await command('entry.submit', id, { id }));
}

async function printAfterSend(id: string, answer: Result<unknown>): Promise<void> {
  if (answer.ok) await printActions.printAsNumbersArrive([id]);
  else toastProblem(answer.problem);
}

/** The confirmation for an action that cannot be undone, or null if it needs none. `print` submits and prints. */
export function confirmationFor(
  action: EntryAction | 'print',
  entry: EntryDetail,
  close: () => void,
): Confirmation | null {
  const { outbox, acts } = t();
  const { key, id } = entry;
  const createDecisionHandler = (decision: 'send-again' | 'taken' | 'closed' | 'ours') => async (why: string) => {
    toastResult(await command('entry.decide', `${decision} ${id}`, { id, decision, why }), () => t().outbox.decided);
    close();
  };
  switch (action) {
    case 'ours':
      return createConfirmation(
        outbox.oursAsk({ key }),
        outbox.oursMeans,
        acts.name.ours,
        'offered',
        createDecisionHandler('ours'),
      );
    case 'taken':
      // needs no confirmation: a decision about the meaning of a text can be revoked
      if (entry.asks === 'unknown-text') return null;
      return createConfirmation(
        outbox.takenAsk({ key }),
        outbox.takenMeans,
        acts.name.taken,
        'offered',
        createDecisionHandler('taken'),
      );
    case 'closed':
      return createConfirmation(
        outbox.closedAsk({ key }),
        outbox.closedMeans,
        acts.name.closed,
        'needed',
        createDecisionHandler('closed'),
      );
    case 'send-again': {
      const confirmation = createConfirmation(
        outbox.sendAgainAsk({ key }),
        outbox.sendAgainMeans,
        acts.name['send-again'],
        'offered',
        createDecisionHandler('send-again'),
      );
      return { ...confirmation, isDangerous: true };
    }
    case 'send-anyway': {
      const neededKey = entry.waitsFor.for === 'entry' ? entry.waitsFor.key : '';
      return createConfirmation(
        outbox.sendAnywayAsk({ key, needs: neededKey }),
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
      const lackTexts = missingPartsOf(entry.endpoint, entry.request.body).map(({ part: lack }) => t().form.lack[lack]);
      const wasSentBefore = entry.withdrawnBefore !== null;
      const needsDecision = entry.maybeTaken || wasSentBefore;
      if (!needsDecision && lackTexts.length === 0) return null;
      const questionText = wasSentBefore ? outbox.sendAgainAsk({ key }) : outbox.submitAsk({ key });
      const riskText = wasSentBefore ? outbox.withdrawnMeans : outbox.submitMeans;
      const title = needsDecision ? questionText : t().form.senseAsk;
      const explanation = [...lackTexts, needsDecision ? riskText : t().form.senseMeans].join(' ');
      const confirmLabel = action === 'print' ? outbox.sendAndPrint : acts.name.submit;
      const confirmation = createConfirmation(title, explanation, confirmLabel, 'none', async () => {
        const answer = await command('entry.submit', `decided ${id}`, { id, decided: needsDecision });
        if (action === 'submit') toastResult(answer, () => t().states.word.queued);
        else await printAfterSend(id, answer);
        close();
      });
      return { ...confirmation, isDangerous: needsDecision };
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
  explanation: string,
  confirmLabel: string,
  reasonMode: Confirmation['reasonMode'],
  onConfirm: Confirmation['onConfirm'],
): Confirmation {
  return { title, explanation: explanation, confirmLabel, reasonMode, onConfirm, isDangerous: false };
}
