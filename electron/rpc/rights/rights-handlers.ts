import type { Handlers } from '../transport/answer.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import type { OperatorStore } from '../../memories/operators.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { actLog } from '../../rights/act-log.ts';
import { openStays } from '../../rights/stays.ts';

interface Parts {
  db: Sqlite;
  operators: OperatorStore;
  now: () => number;
  newId: () => string;
  emit: (event: DeskEvent) => void;
}

/** Who may do what not everybody may, asked before it is done. A PIN is looked at here, in the thread that owns the file, and nowhere else. */
export function rightsHandlers({
  db,
  operators,
  now,
  newId,
  emit,
}: Parts): Pick<Handlers<'desk'>, 'rights.begin' | 'rights.end' | 'rights.stay'> {
  const log = actLog(db);
  const stays = openStays(now, operators.mayStill);
  const write: typeof log.put = (...line) => {
    log.put(...line);
    emit({ kind: 'acts' });
  };
  return {
    async 'rights.begin'({ of, approval, stay, ...given }) {
      const act = { ...given, about: log.nameOf(of, given.about), id: newId(), at: now(), allowedBy: '' };
      // who can start a program on this machine can read its files as well
      const asked = given.via === 'screen' && operators.isGuarded();
      if (!asked) {
        write(act, 'allowed');
        return act;
      }
      const staying = { stay, ...given };
      const before = approval ? null : stays.allows(staying);
      if (before !== null) {
        const allowed = { ...act, allowedBy: before };
        write(allowed, 'allowed');
        return allowed;
      }
      // said where it is asked for: whether it counts for what is done there next, too
      const lasts = stay !== undefined && stays.isCovered(given) ? 1 : 0;
      if (!approval)
        throw problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
          right: given.right,
          reason: 'none-given',
          lasts,
        });
      try {
        const allowed = { ...act, allowedBy: await operators.permit(given.right, approval) };
        write(allowed, 'allowed');
        stays.begin(staying, allowed.allowedBy);
        return allowed;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { params, ...said } = error.problem;
        write(act, 'denied', String(params?.['reason'] ?? ''));
        throw new ProblemError({ ...said, params: { ...params, lasts } });
      }
    },
    'rights.stay'({ stay, goesOn }) {
      if (!goesOn) stays.end(stay);
      return { until: stays.goOn(stay) };
    },
    'rights.end'({ act, outcome, why }) {
      write(act, outcome, why);
      return { ended: true };
    },
  };
}
