import { tick } from 'svelte';
import type { WhichPaper } from '../../shared/handover/handover.ts';
import type { WhichPrint } from '../../shared/printing/scan-proof.ts';
import { t } from '../texts/say.svelte.ts';
import { ask } from '../transport/desk.ts';
import { announceScan } from './announce-scan.ts';
import { scanQuestion } from './scan-question.svelte.ts';
import { windowClock } from './screen-clock.ts';

/** the questions that were asked before */
let answered: Promise<unknown> = Promise.resolve();

/**
 * Asks the user whether the scanned label is the print that is meant, since an earlier one has its code too; two labels
 * scanned at once are asked about in turn.
 */
export async function isThisPrint(text: string, key: string, which: WhichPrint | WhichPaper): Promise<boolean> {
  const entry = await ask('entries.get', { id: which.id });
  const recipient = entry.ok ? entry.value.recipient : '';
  const printedAt = 'printedAt' in which ? which.printedAt : null;
  const asked = { is: 'which-print' as const, text, key, which, recipient, printedAt };
  const answering = answered.then(() => scanQuestion.ask(asked, windowClock.now()));
  answered = answering;
  const isYes = (await answering) === 'yes';
  // the question is gone, and the focus is back, before anything goes on
  await tick();
  if (!isYes) announceScan('error', () => t().printing.scans.which.no({ key }));
  return isYes;
}
