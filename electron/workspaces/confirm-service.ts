import { problem } from '../../shared/contract/problem.ts';
import type { ShowDialog } from '../rpc/screens/dialog-turns.ts';
import type { Service } from './workspace-desk.ts';

/** Asks a person at the host whether this desk may send requests to an address. */
export type ConfirmService = (address: string) => Promise<boolean>;

const dialogMessages = {
  'dialog-open': 'A dialog is open already. Answer it first.',
  'dialog-again': 'A dialog was closed just now. Press again.',
};

/**
 * An address named by a page could be anything on the network, and how it answers would tell the page what is there: a
 * person confirms it in the host's own dialog, once per run. If the host has no dialogs (`confirm` is null), only the
 * saved address is asked.
 */
export function confirmService(
  confirm: ConfirmService | null,
  showDialog: ShowDialog,
): (service: Service) => Promise<void> {
  const confirmed = new Set<string>();
  return async ({ address }) => {
    if (confirmed.has(address)) return;
    if (!confirm)
      throw problem('bad-setting', 'In a browser only the saved address is tested. Save this one first.', {
        reason: 'test-saved',
      });
    const isConfirmed = await showDialog(
      () => confirm(address),
      (why) => problem('bad-setting', dialogMessages[why], { reason: why }),
    );
    if (!isConfirmed) throw problem('cancelled', 'The address was not confirmed, so nothing was asked there.');
    confirmed.add(address);
  };
}
