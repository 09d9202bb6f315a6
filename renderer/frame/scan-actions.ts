import type { ActionHandlers } from '../keys/actions.svelte.ts';
import { textFieldOf, writeText } from '../scan/key-events.ts';
import { scanDispatcher } from '../scan/scan-dispatcher.svelte.ts';
import { outboxList } from '../screens/outbox/outbox-list.svelte.ts';
import { outboxSearch } from '../state/outbox-search.svelte.ts';
import { route } from '../state/route.svelte.ts';
import { toasts } from '../state/toasts.svelte.ts';
import { t } from '../texts/say.svelte.ts';

function findScan(): void {
  if (scanDispatcher.lastScan === '') {
    toasts.show(() => t().scan.nothingScanned, 'ask');
    return;
  }
  outboxList.showList('all');
  outboxSearch.text = scanDispatcher.lastScan;
  route.go('outbox');
  outboxSearch.focusList();
}

function openCorrection(): void {
  const { correction } = scanDispatcher;
  if (correction === null) toasts.show(() => t().scan.nothingScanned, 'ask');
  else scanDispatcher.dispatch({ text: correction, repeatedAfterMs: null }, performance.now());
}

/** Actions on the last scan, available on every screen. */
export const scanActionHandlers: ActionHandlers = { 'find-scan': findScan, 'open-meant': openCorrection };

/** Writes the last scan into the focused field, in dialogs too. */
export const writeScanHandlers: ActionHandlers = {
  'write-scan': () => {
    const field = textFieldOf(document.activeElement);
    if (scanDispatcher.lastScan === '') toasts.show(() => t().scan.nothingScanned, 'ask');
    else if (!field) toasts.show(() => t().scan.noField, 'ask');
    else writeText(field, scanDispatcher.lastScan);
  },
};
