import type { Output } from '../../shared/contract/desk-contract.ts';
import type { DraftsBrought } from '../../shared/contract/desk-procedures.ts';
import type { Handlers } from '../rpc/transport/answer.ts';
import { valueOf } from '../rpc/transport/calls.ts';
import { callWorkspace } from './answer-calls.ts';
import { readService } from './open-workspace.ts';
import type { SwitchingDesk } from './switching-desk.ts';
import { setsHeader } from './workspace-desk.ts';

type Names =
  | 'desk.state'
  | 'desk.setService'
  | 'desk.testService'
  | 'desk.setSecret'
  | 'desk.switch'
  | 'desk.reopen'
  | 'backup.restore'
  | 'settings.set';

/** What a host itself answers: of practice and live, the service and its secret. One at a time, in the order asked. */
export function deskHandlers(desk: SwitchingDesk): Pick<Handlers<'desk'>, Names> {
  return {
    'desk.state': () => desk.state(),
    'desk.setService': ({ commandId, address, account }) =>
      desk.inTurn(async () => {
        const service = readService(address, account);
        await desk.once(commandId, () => desk.setService(service));
        return desk.state();
      }),
    // nothing changes by it, so it waits for nothing
    'desk.testService': ({ address, account, value = null }) => desk.testService(readService(address, account), value),
    'desk.setSecret': ({ commandId, value, confirmed }) =>
      desk.inTurn(async () => {
        await desk.once(commandId, () => desk.setSecret(value, confirmed));
        return desk.state();
      }),
    async 'settings.set'(input) {
      const set = await valueOf<Output<'settings.set'>>(callWorkspace(desk)('settings.set', input));
      if (setsHeader(input)) await desk.headerSet();
      return set;
    },
    'desk.reopen': () => desk.inTurn(() => desk.reopen()),
    'backup.restore': ({ commandId, name }) =>
      desk.inTurn(async () => {
        await desk.once(commandId, () => desk.restore(name));
        return desk.state();
      }),
    'desk.switch': ({ commandId, to, drafts }) =>
      desk.inTurn(async () => {
        const brought: { drafts?: DraftsBrought } = {};
        // cut short among its drafts, the command is given again: each draft is one command of its own
        await desk.once(commandId, async () => {
          await desk.goTo(to);
          const made = drafts && to === 'live' ? await desk.drafts(commandId) : null;
          if (made) brought.drafts = made;
        });
        return { ...(await desk.state()), ...brought };
      }),
  };
}
