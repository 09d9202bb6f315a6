import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';
import { lacksOf } from '../../../shared/service/sense.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { kindOf } from '../../forms/form-fields.ts';
import { printActs } from '../../print/print-acts.svelte.ts';
import { command } from '../../state/commands.ts';
import { route } from '../../state/route.svelte.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask } from '../../transport/desk.ts';
import { asksStatus, type EntryAct } from './acts-of.ts';
import type { Decision } from './decision.ts';

function toastEnd(answer: Result<unknown>, done: () => string): void {
  if (answer.ok) toasts.say(done);
  else tellProblem(answer.problem);
}

function tellProblem(problem: Problem): void {
  toasts.say(() => sayProblem(problem), 'no');
}

/** Runs actions that need no confirmation: they open a form, or do no harm. */
export async function doNow(act: EntryAct, entry: EntryDetail): Promise<void> {
  const kind = kindOf(entry.endpoint);
  if (act === 'change' || act === 'mend' || act === 'replace') {
    if (kind) route.go(kind, act, entry.id);
  } else if (act === 'taken' || act === 'refusal' || act === 'forget-text') {
    toastEnd(
      await command('entry.decide', `${act} ${entry.id}`, { id: entry.id, decision: act, why: '' }),
      () => t().outbox.textKept[act],
    );
  } else if (act === 'try-now')
    toastEnd(await ask('entry.tryNow', { ids: [entry.id] }), () =>
      asksStatus(entry) ? t().outbox.statusAsked : t().outbox.tried({ count: '1' }),
    );
  else if (act === 'submit')
    toastEnd(await command('entry.submit', entry.id, { id: entry.id }), () => t().states.word.queued);
}

/** Sends an entry, and prints its label as soon as its number arrives. */
export async function sendAndPrint({ id }: EntryDetail): Promise<void> {
  await printedOnce(id, await command('entry.submit', id, { id }));
}

async function printedOnce(id: string, sent: Result<unknown>): Promise<void> {
  if (sent.ok) await printActs.follow([id]);
  else tellProblem(sent.problem);
}

/** The confirmation for an action that cannot be undone, or null if it needs none. `print` submits and prints. */
export function decisionFor(act: EntryAct | 'print', entry: EntryDetail, close: () => void): Decision | null {
  const { outbox, acts } = t();
  const { key, id } = entry;
  const decide = (decision: 'send-again' | 'taken' | 'closed' | 'ours') => async (why: string) => {
    toastEnd(await command('entry.decide', `${decision} ${id}`, { id, decision, why }), () => t().outbox.decided);
    close();
  };
  switch (act) {
    case 'ours':
      return question(outbox.oursAsk({ key }), outbox.oursMeans, acts.name.ours, 'offered', decide('ours'));
    case 'taken':
      // One key press answers the meaning of a text; the answer can be revoked.
      if (entry.asks === 'unknown-text') return null;
      return question(outbox.takenAsk({ key }), outbox.takenMeans, acts.name.taken, 'offered', decide('taken'));
    case 'closed':
      return question(outbox.closedAsk({ key }), outbox.closedMeans, acts.name.closed, 'needed', decide('closed'));
    case 'send-again': {
      const again = question(
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
      return question(
        outbox.sendAnywayAsk({ key, needs }),
        outbox.sendAnywayMeans,
        acts.name['send-anyway'],
        'none',
        async () => {
          toastEnd(await command('entry.sendAnyway', id, { id }), () => t().outbox.decided);
          close();
        },
      );
    }
    case 'cancelled':
      return question(outbox.cancelledAsk({ key }), outbox.cancelledMeans, acts.name.cancelled, 'none', async () => {
        toastEnd(await command('entry.cancelled', id, { id }), () => t().outbox.decided);
        close();
      });
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
      const submit = question(title, means, name, 'none', async () => {
        const sent = await command('entry.submit', `decided ${id}`, { id, decided });
        if (act === 'submit') toastEnd(sent, () => t().states.word.queued);
        else await printedOnce(id, sent);
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

function question(
  title: string,
  means: string,
  confirm: string,
  why: Decision['why'],
  decide: Decision['decide'],
): Decision {
  return { title, means, confirm, why, decide, danger: false };
}
