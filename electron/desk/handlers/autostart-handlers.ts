import { problem } from '../../../shared/contract/problem.ts';
import type { Handlers } from '../../platform/link/answer.ts';

/** Whether the system starts this program at login. */
export interface Autostart {
  isOn(): boolean;
  /** throws the system's error if it cannot be changed */
  set(on: boolean): void;
}

/** Procedures for autostart; `start` is null on a host that the system cannot start. */
export function autostartHandlers(
  autostart: Autostart | null,
): Pick<Handlers<'desk'>, 'session.state' | 'session.set'> {
  const state = () => ({ startsDesk: autostart?.isOn() ?? null });
  return {
    'session.state': state,
    'session.set': ({ startsDesk }) => {
      if (!autostart) throw problem('bad-setting', unavailableMessage, { reason: 'no-session' });
      try {
        autostart.set(startsDesk);
      } catch {
        throw problem('bad-setting', refusedMessage, { reason: 'session-refused' });
      }
      return state();
    },
  };
}

const unavailableMessage = 'This program is not started by a session here. Start it the way it was started today.';
const refusedMessage = 'This computer does not let the desk change what it starts with. Nothing was changed.';
