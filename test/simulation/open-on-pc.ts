import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { openWorkspaceState } from '../../electron/desk/workspaces/open-workspace.ts';
import { switchingDesk, type SwitchingDesk } from '../../electron/desk/workspaces/switching-desk.ts';
import type { Service } from '../../electron/desk/workspaces/workspace-desk.ts';
import type { SecretStore } from '../../electron/platform/secret-store.ts';
import { knownTargets } from '../../electron/storage/register/known-targets.ts';
import type { WorkspaceState } from '../../electron/storage/register/workspace-folders.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { Life, World } from './world.ts';
import { mkdirSync } from 'node:fs';

interface Pc {
  world: World;
  name: string;
  root: string;
  machine: string;
}

interface Given {
  life: Life;
  desks: OpenDesks;
  secrets: SecretStore;
  /** goes live with this service; null: starts as it was left */
  service: Service | null;
  onPlace: (place: WorkspaceState) => void;
  onEvent: (event: DeskEvent) => void;
}

/** Opens the desk of practice and live on the folders of a PC, as a host of the product does. */
export async function openOnPc(
  { world, name, root, machine }: Pc,
  { life, desks, secrets, service, onPlace, onEvent }: Given,
): Promise<SwitchingDesk> {
  const targets = knownTargets(machine);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  world.say(`${name}: starts`);
  const place = await openWorkspaceState(root, service, desks);
  onPlace(place);
  return switchingDesk(
    {
      root,
      secrets,
      trustedTargets: {
        knows: (target) => targets.knows(null, target),
        learn: (target) => targets.learn(null, target),
      },
      desks,
      host: 'browser',
      version: '0.0.0',
      printers: false,
      now: world.now,
      emit: (event: DeskEvent) => (life.over ? undefined : onEvent(event)),
      after: (ms, run) => void world.after(ms, run, life),
    },
    place,
  );
}
