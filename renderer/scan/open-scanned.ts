import { tick } from 'svelte';
import { hasLabel } from '../../shared/creates/create-kinds.ts';
import type { ScanMeaning } from '../../shared/contract/memory-procedures.ts';
import { route } from '../state/route.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';
import { format } from '../texts/format.svelte.ts';
import { ask } from '../transport/desk.ts';
import { firstKeyLabel } from '../keys/keys-of.ts';
import { printActions } from '../print/print-acts.svelte.ts';
import { printJobs } from '../state/print-jobs.svelte.ts';
import { scanQuestion } from './scan-question.svelte.ts';
import { announceScan } from './announce-scan.ts';

/**
 * Opens the entry of a scanned number, the newest if several have it. A half-typed form is saved, so no confirmation is
 * needed. An outdated label sounds the error. The label of a replaced order must not be shipped: it sounds the error
 * and waits until the user has acknowledged it.
 */
export async function openScanned(
  { text, entries }: Extract<ScanMeaning, { is: 'entry' }>,
  again: number | null,
  now: number,
): Promise<void> {
  const [newest] = entries;
  if (!newest) return;
  const found = await ask('entries.get', { id: newest.id });
  if (!found.ok) {
    announceScan('error', () => `${text}: ${sayProblem(found.problem)}`);
    return;
  }
  const { key, replacedBy } = found.value;
  if (replacedBy !== null) {
    const by = await ask('entries.get', { id: replacedBy });
    const newKey = by.ok ? by.value.key : '';
    announceScan('error', () => t().scan.replaced({ key, by: newKey }));
    const answer = await scanQuestion.ask({ is: 'replaced', text, key, by: newKey, missed: [] }, now);
    await tick();
    route.go('outbox', answer === 'yes' ? replacedBy : newest.id);
    return;
  }
  route.go('outbox', newest.id);
  // An outdated label must not be shipped; of an order that replaces another, the outdated label is that of the other.
  const way = hasLabel(found.value.endpoint, found.value.request.body)
    ? await ask('print.way', { id: newest.id })
    : null;
  const stale = way?.ok ? way.value.stale : null;
  if (way?.ok && way.value.provisionalOut && text === key) {
    // A provisional label is replaced by the final one as soon as there is one.
    if (stale !== 'number-came') return announceScan('warning', () => t().scan.noNumberYet({ key }));
    if (way.value.label === null && printJobs.printer !== null) {
      if (await printActions.start([newest.id])) announceScan('accepted', () => t().scan.finalLabel({ key }));
      return;
    }
  }
  if (stale !== null && stale !== 'replaces') announceScan('error', () => t().scan.stale[stale]({ key }));
  else if (again !== null)
    announceScan('warning', () => t().scan.openedAgain({ key, ago: format.number(Math.round(again / 1000)) }));
  else if (entries.length > 1)
    announceScan('accepted', () =>
      t().scan.openedOf({ key, count: format.number(entries.length), keys: firstKeyLabel('find-scan') }),
    );
  else announceScan('accepted', () => t().scan.opened({ key }));
}
