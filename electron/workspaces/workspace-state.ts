import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { holdsDesk, secretStateOf } from './workspace-desk.ts';
import { otherMode, type Mode, type WorkspaceState } from './workspace.ts';

interface StateHost extends Pick<DeskState, 'host' | 'version' | 'printers'> {
  secrets: SecretStore;
  now: () => number;
}

interface StateSources extends Pick<DeskState, 'cannotDeliver'> {
  folderOf: (mode: Mode) => string;
  /** the live folder has delivered, or its target was set */
  isBound: boolean;
  warnings: (folder: string) => DeskState['warnings'] | Promise<DeskState['warnings']>;
}

/** The state of the open workspace for screens. */
export async function workspaceState(
  { host, version, printers, secrets, now }: StateHost,
  { service, mode }: WorkspaceState,
  { folderOf, isBound, warnings, cannotDeliver }: StateSources,
): Promise<DeskState> {
  const [folder, other] = [folderOf(mode), folderOf(otherMode(mode))];
  return {
    mode,
    live: service && { origin: service.address, account: service.account, bound: isBound },
    folder,
    otherFolder: (await holdsDesk(other)) ? other : null,
    host,
    version,
    secret: await secretStateOf(service, secrets),
    now: now(),
    warnings: await warnings(folder),
    cannotDeliver,
    printers,
  };
}
