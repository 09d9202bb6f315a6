import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { lacksOf } from '../../../shared/service/sense.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { kindOf } from '../../forms/form-fields.ts';
import { printActions } from '../../print/print-acts.svelte.ts';
import { command } from '../../state/commands.ts';
import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { checksStatus, type EntryAction } from './acts-of.ts';
import type { Confirmation } from './decision.ts';

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
