import type { Output } from '../../shared/contract/desk-contract.ts';
import type { Target } from '../../shared/contract/sync-procedures.ts';
import type { Desk } from '../threads/desk.ts';
import type { OpenDesks } from './open-desks.ts';
import type { Mode } from './workspace.ts';
import { boundTargetOf } from './workspace-desk.ts';

/** The target of the live folder; a folder that cannot be read now is still bound where it was. */
export function liveBinding(folder: string, desks: OpenDesks | undefined) {
  let lastTarget: Target | null = null;
  const read = (): Promise<Target | null> => boundTargetOf(folder, desks).catch(() => null);

  return {
    /**
     * Opens the current folder first. The desk of the live folder reports its own target, since a thread that only
     * reads would delay every start. In practice such a thread reads the live folder in parallel.
     */
    async openWith(mode: Mode, open: (mode: Mode) => Promise<Desk>): Promise<Desk> {
      const liveTarget = mode === 'live' ? null : read();
      // oxlint-disable-next-line typescript/no-misused-promises -- what a finally answers is waited for
      const opened = await open(mode).finally(() => liveTarget);
      lastTarget = await (liveTarget ?? (opened.trouble() ? read() : null));
      return opened;
    },
    /** `live`: the desk of the live folder, if that is open. */
    async current(live: Desk | null): Promise<Target | null> {
      const answer = live && (await live.call('target.get', {}));
      if (answer?.ok) lastTarget = (answer.value as Output<'target.get'>).bound;
      return lastTarget;
    },
  };
}
