import type { CommandHandlers } from '../keys/acts.svelte.ts';
import { finding } from '../screens/outbox/finding.svelte.ts';
import { outboxList } from '../screens/outbox/outbox-list.svelte.ts';
import { route } from '../state/route.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import { scanDesk } from './scan-desk.svelte.ts';
import { textFieldOf, writeText } from './write-text.ts';

function findScan(): void {
  if (scanDesk.last === '') {
    toasts.say(() => t().scan.nothingScanned, 'ask');
    return;
  }
  outboxList.show('all');
  finding.text = scanDesk.last;
  route.go('outbox');
  finding.focusList();
}

function openMeant(): void {
  const { meant } = scanDesk;
  if (meant === null) toasts.say(() => t().scan.nothingScanned, 'ask');
  else scanDesk.take({ text: meant, again: null }, performance.now());
}

/** Actions on the last scan, available on every screen. */
export const scanCommandHandlers: CommandHandlers = { 'find-scan': findScan, 'open-meant': openMeant };

/** Writes the last scan into the focused field, in dialogs too. */
export const registerScanCommand: CommandHandlers = {
  'write-scan': () => {
    const field = textFieldOf(document.activeElement);
    if (scanDesk.last === '') toasts.say(() => t().scan.nothingScanned, 'ask');
    else if (!field) toasts.say(() => t().scan.noField, 'ask');
    else writeText(field, scanDesk.last);
  },
};
