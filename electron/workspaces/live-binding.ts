import type { Output } from '../../shared/contract/desk-contract.ts';
import type { Target } from '../../shared/contract/sync-procedures.ts';
import type { Desk } from '../threads/desk.ts';
import type { OpenDesks } from './open-desks.ts';
import type { Mode } from './workspace.ts';
import { boundTargetOf } from './workspace-desk.ts';

/** Where the live folder is bound; one that cannot be read now is still bound where it was. */
export function liveBinding(folder: string, desks: OpenDesks | undefined) {
  let known: Target | null = null;
  const read = (): Promise<Target | null> => boundTargetOf(folder, desks).catch(() => null);

  return {
    /**
     * Opens the folder that is worked on first. The desk of the live folder tells by itself where it is bound: a thread that only reads would
     * stand before every start. Beside practice one reads the live folder.
     */
    async openWith(mode: Mode, open: (mode: Mode) => Promise<Desk>): Promise<Desk> {
      const beside = mode === 'live' ? null : read();
      // oxlint-disable-next-line typescript/no-misused-promises -- what a finally answers is waited for
      const opened = await open(mode).finally(() => beside);
      known = await (beside ?? (opened.trouble() ? read() : null));
      return opened;
    },
    /** `live`: the desk of the live folder, where that is open. */
    async now(live: Desk | null): Promise<Target | null> {
      const asked = live && (await live.call('target.get', {}));
      if (asked?.ok) known = (asked.value as Output<'target.get'>).bound;
      return known;
    },
  };
}
