import type { Handlers } from '../transport/answer.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import type { OperatorStore } from '../../memories/operators.ts';
import { actLog } from '../../rights/act-log.ts';

interface Parts {
  db: Sqlite;
  operators: OperatorStore;
  now: () => number;
  newId: () => string;
}

/** Who may do what not everybody may, asked before it is done. A PIN is looked at here, in the thread that owns the file, and nowhere else. */
export function rightsHandlers({
  db,
  operators,
  now,
  newId,
}: Parts): Pick<Handlers<'desk'>, 'rights.begin' | 'rights.end'> {
  const log = actLog(db);
  return {
    async 'rights.begin'({ of, approval, ...given }) {
      const act = { ...given, about: log.nameOf(of, given.about), id: newId(), at: now(), allowedBy: '' };
      // who can start a program on this machine can read its files as well
      const asked = given.via === 'screen' && operators.isGuarded();
      if (!asked) {
        log.put(act, 'allowed');
        return act;
      }
      if (!approval)
        throw problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
          right: given.right,
          reason: 'none-given',
        });
      try {
        const allowed = { ...act, allowedBy: await operators.permit(given.right, approval) };
        log.put(allowed, 'allowed');
        return allowed;
      } catch (error) {
        if (error instanceof ProblemError) log.put(act, 'denied', String(error.problem.params?.['reason'] ?? ''));
        throw error;
      }
    },
    'rights.end'({ act, outcome, why }) {
      log.put(act, outcome, why);
      return { ended: true };
    },
  };
}
