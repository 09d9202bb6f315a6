import { operatorEntry } from '../frame/operator-entry.svelte.ts';
import { overlay } from '../frame/overlay.svelte.ts';
import { acts } from '../keys/acts.svelte.ts';
import { sayProblem, t } from '../texts/say.svelte.ts';
import { announceScan } from './announce-scan.ts';

/** An operator's badge switches to the operator. Where there is a PIN, the dialog that asks for it opens. */
export async function switchByBadge(text: string): Promise<void> {
  const entered = await operatorEntry.enter(text);
  if (entered.is === 'entered') {
    if (overlay.shown === 'operator') overlay.close();
    announceScan('accepted', () => t().operators.entered({ name: entered.name }));
  } else if (entered.is === 'pin-needed') {
    if (acts.isModal && overlay.shown !== 'operator') {
      announceScan('warning', () => t().scan.dialogOpen({ text }));
      return;
    }
    overlay.shown = 'operator';
    announceScan('warning', () => t().operators.pinNeeded);
  } else if (entered.is === 'unknown') announceScan('unknown', () => t().operators.unknownBadge);
  else if (entered.is === 'problem') announceScan('error', () => sayProblem(entered.problem));
}
