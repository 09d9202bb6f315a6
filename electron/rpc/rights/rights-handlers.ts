import type { ParsedInput } from '../../../shared/contract/desk-contract.ts';
import type { Handlers } from '../transport/answer.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { BegunAct } from '../../../shared/contract/rights-procedures.ts';
import type { OperatorStore } from '../../memories/operators.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { actLog } from '../../rights/act-log.ts';
import { guardedCall } from '../../rights/guarded-calls.ts';
import { openStays } from '../../rights/stays.ts';
import { notChecked, outcomeOf } from './guard-call.ts';

interface Parts {
  db: Sqlite;
  /** answers a call of this thread by its name */
  run: (name: string, input: unknown) => Promise<Result<unknown>>;
  operators: OperatorStore;
  now: () => number;
  newId: () => string;
  emit: (event: DeskEvent) => void;
}

/** Acts that begin and are not heard of again, as of a page that was closed before its dialog was: the oldest make room. */
const maxBegun = 1000;

/** Who may do what not everybody may, asked before it is done. A PIN is looked at here, in the thread that owns the file, and nowhere else. */
export function rightsHandlers({
  db,
  run,
  operators,
  now,
  newId,
  emit,
}: Parts): Pick<Handlers<'desk'>, 'rights.begin' | 'rights.still' | 'rights.act' | 'rights.end' | 'rights.stay'> {
  const log = actLog(db);
  const stays = openStays(now, operators.mayStill);
  /** Known to this thread alone: one that begins again, or that of another folder, has checked nothing. */
  const begun = new Map<string, BegunAct>();
  const unwritten: Parameters<typeof log.put>[] = [];
  const write: typeof log.put = (...line) => {
    for (let late = unwritten[0]; late !== undefined; late = unwritten[0]) {
      log.put(...late);
      unwritten.shift();
    }
    log.put(...line);
    emit({ kind: 'acts' });
  };
  /** How an act ended that is done already: what the disk does not take now is written with the next line. */
  const writeEnd: typeof log.put = (...line) => {
    try {
      write(...line);
    } catch {
      unwritten.push(line);
    }
  };

  /** Throws ProblemError `needs-right` where it may be done no longer, `cancelled` where its right was not checked in this thread. */
  function checkStill({ id, right }: BegunAct): void {
    const known = begun.get(id);
    // who can start a program on this machine can read its files as well
    if (known?.via === 'command-line' || !operators.isGuarded()) return;
    if (known?.right !== right) throw notChecked();
    if (!operators.mayStill(known.allowedBy, right))
      throw problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
        right,
        reason: 'none-given',
        lasts: 0,
      });
  }

  async function begin({ of, approval, stay, ...given }: ParsedInput<'rights.begin'>): Promise<BegunAct> {
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
  }

  return {
    async 'rights.begin'(asked) {
      const act = await begin(asked);
      begun.set(act.id, act);
      const [oldest] = begun.keys();
      if (begun.size > maxBegun && oldest !== undefined) begun.delete(oldest);
      return act;
    },
    'rights.still'({ act }) {
      checkStill(act);
      return { allowed: true };
    },
    async 'rights.act'({ act, procedure, input }) {
      // what a dialog was opened for may do what that dialog was for, and nothing that needs more
      if (guardedCall(procedure, input)?.right !== act.right) throw notChecked();
      checkStill(act);
      begun.delete(act.id);
      const result = await run(procedure, input);
      const { outcome, why } = outcomeOf(result);
      writeEnd(act, outcome, why);
      if (!result.ok) throw new ProblemError(result.problem);
      return { value: result.value };
    },
    'rights.stay'({ stay, goesOn }) {
      if (!goesOn) stays.end(stay);
      return { until: stays.goOn(stay) };
    },
    'rights.end'({ act, outcome, why }) {
      begun.delete(act.id);
      write(act, outcome, why);
      return { ended: true };
    },
  };
}
