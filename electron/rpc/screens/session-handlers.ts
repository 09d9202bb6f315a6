import { problem } from '../../../shared/contract/problem.ts';
import type { Handlers } from '../transport/answer.ts';

/** Whether the system starts this program when this user's session begins. */
export interface SessionStart {
  isOn(): boolean;
  /** throws what the system throws where it cannot be changed */
  set(on: boolean): void;
}

/** What screens ask of it; `start` is null in a host that the system cannot start so. */
export function sessionHandlers(start: SessionStart | null): Pick<Handlers<'desk'>, 'session.state' | 'session.set'> {
  const state = () => ({ startsDesk: start?.isOn() ?? null });
  return {
    'session.state': state,
    'session.set': ({ startsDesk }) => {
      if (!start) throw problem('bad-setting', notHere, { reason: 'no-session' });
      try {
        start.set(startsDesk);
      } catch {
        throw problem('bad-setting', refused, { reason: 'session-refused' });
      }
      return state();
    },
  };
}

const notHere = 'This program is not started by a session here. Start it the way it was started today.';
const refused = 'This computer does not let the desk change what it starts with. Nothing was changed.';
