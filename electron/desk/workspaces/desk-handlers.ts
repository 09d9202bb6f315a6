import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { MigratedDrafts } from '../../../shared/contract/desk-procedures.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { valueOf } from '../../platform/link/link.ts';
import { goLiveApprover } from '../calls/answer-calls.ts';
import type { Call } from '../calls/screen-desk.ts';
import { readService } from './open-workspace.ts';
import type { SwitchingDesk } from './switching-desk.ts';
import { changesSecretHeader, type Service } from './workspace-desk.ts';

type Names =
  | 'desk.state'
  | 'desk.setService'
  | 'desk.testService'
  | 'desk.setSecret'
  | 'desk.switch'
  | 'desk.reopen'
  | 'backup.restore'
  | 'settings.set';

/**
 * Handlers of the host itself: practice and live, the service and its secret. `answerCalls` runs those that change
 * something in turn.
 */
export function deskHandlers(
  desk: SwitchingDesk,
  ask: Call,
  confirmAddress: (service: Service) => Promise<void>,
): Pick<Handlers<'desk'>, Names> {
  return {
    'desk.state': () => desk.state(),
    async 'desk.setService'({ commandId, address, account }) {
      const service = readService(address, account);
      await desk.once(commandId, () => desk.setService(service));
      return desk.state();
    },
    // changes nothing, so it does not wait for its turn
    async 'desk.testService'({ address, account, value = null }) {
      const service = readService(address, account);
      if (!desk.isSaved(service)) await confirmAddress(service);
      return desk.testService(service, value);
    },
    async 'desk.setSecret'({ commandId, value, confirmed }) {
      await desk.once(commandId, () => desk.setSecret(value, confirmed));
      return desk.state();
    },
    async 'settings.set'(input) {
      const settings = await valueOf<Output<'settings.set'>>(ask('settings.set', input));
      if (changesSecretHeader(input)) await desk.restartAfterHeaderChange();
      return settings;
    },
    'desk.reopen': () => desk.reopen(),
    async 'backup.restore'({ commandId, ...wanted }) {
      await desk.once(commandId, () => desk.restore(wanted));
      return desk.state();
    },
    async 'desk.switch'({ commandId, to, drafts }) {
      const migrated: { drafts?: MigratedDrafts } = {};
      // A command interrupted while copying drafts can be repeated: each draft is a command of its own.
      await desk.once(commandId, async () => {
        await desk.switchTo(to, goLiveApprover());
        const copiedDrafts = drafts && to === 'live' ? await desk.migratePracticeDrafts(commandId) : null;
        if (copiedDrafts) migrated.drafts = copiedDrafts;
      });
      return { ...(await desk.state()), ...migrated };
    },
  };
}
