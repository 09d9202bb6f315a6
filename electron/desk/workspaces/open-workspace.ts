import { ProblemError, problem } from '../../../shared/contract/problem.ts';
import { checkAddress } from '../../delivery/service/check-address.ts';
import { folderOfMode, readWorkspaceState, type WorkspaceState } from '../../storage/register/workspace-folders.ts';
import type { ShowDialog } from '../calls/dialog-gate.ts';
import { workerDesks, type OpenDesks } from './open-desks.ts';
import { boundTargetOf, isTargetUnconfirmed, holdsDesk, targetNameOf, type Service } from './workspace-desk.ts';

/** Throws ProblemError `bad-address`; a trailing slash is ignored. */
export function readService(address: string, account: string): Service {
  const parsed = checkAddress(address);
  if (!parsed.ok) throw new ProblemError(parsed.problem);
  return { address: parsed.value.base, account };
}

/** Throws ProblemError `other-target` if the live folder is bound to another service. */
export async function assertSameService(
  root: string,
  state: WorkspaceState,
  service: Service,
  desks: OpenDesks = workerDesks,
): Promise<void> {
  const boundTarget = await boundTargetOf(folderOfMode(root, state, 'live'), desks);
  const requested = targetNameOf(service);
  if (boundTarget && boundTarget.name !== requested)
    throw problem(
      'other-target',
      `The live folder delivers to ${boundTarget.name}. Take another data folder for ${requested}, so that nothing reaches a service it was not meant for.`,
      { bound: boundTarget.name, asked: requested },
    );
}

/**
 * The state with which a host starts at a root: as it was left, as the command line created it, or practice. With a
 * `service`, it is live. Throws ProblemError `bad-address` or `other-target`.
 */
export async function openWorkspaceState(
  root: string,
  service: Service | null,
  desks: OpenDesks = workerDesks,
): Promise<WorkspaceState> {
  const state = readWorkspaceState(root) ?? (await newWorkspaceState(root, service, desks));
  if (!service) return state;
  try {
    await assertSameService(root, state, service, desks);
  } catch (error) {
    // A folder that cannot be read now refuses another service later, before anything is sent.
    if (!(error instanceof ProblemError) || !['disk', 'damaged'].includes(error.problem.kind)) throw error;
  }
  return { ...state, service, mode: 'live' };
}

async function newWorkspaceState(root: string, service: Service | null, desks: OpenDesks): Promise<WorkspaceState> {
  const emptyState: WorkspaceState = { root: null, mode: 'practice', service: null, commands: [] };
  if (!(await holdsDesk(root))) return emptyState;
  const boundTarget = await boundTargetOf(root, desks);
  if (boundTarget?.kind === 'live')
    return {
      ...emptyState,
      root: 'live',
      mode: 'live',
      service: { address: boundTarget.origin, account: boundTarget.account },
    };
  // practice would take restored orders as if they were meant for it
  if (boundTarget === null && !service && (await isTargetUnconfirmed(root, desks)))
    return { ...emptyState, root: 'live', mode: 'live' };
  return { ...emptyState, root: boundTarget === null && service ? 'live' : 'practice' };
}

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
      (reason) => problem('bad-setting', dialogMessages[reason], { reason: reason }),
    );
    if (!isConfirmed) throw problem('cancelled', 'The address was not confirmed, so nothing was asked there.');
    confirmed.add(address);
  };
}
