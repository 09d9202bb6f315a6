import type { ParsedInput } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { StartedAction } from '../../../shared/contract/rights-procedures.ts';
import { actionLog } from '../../operators/action-log.ts';
import type { OperatorStore } from '../../operators/operators.ts';
import { outcomeOf, rightNotChecked, rightRequirementOf } from '../../operators/right-requirements.ts';
import { createStays } from '../../operators/settings-stays.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

interface RightsContext {
  db: Sqlite;
  /** runs a procedure of this thread by name */
  runProcedure: (name: string, input: unknown) => Promise<Result<unknown>>;
  operators: OperatorStore;
  now: () => number;
  newId: () => string;
  emit: (event: DeskEvent) => void;
}

/**
 * Maximum number of started actions; those never finished, as when a page was closed before its dialog, are dropped,
 * oldest first.
 */
const maxStarted = 1000;

/** Authorises protected actions. PINs are verified only here, in the thread that owns the database. */
export function rightsHandlers({
  db,
  runProcedure,
  operators,
  now,
  newId,
  emit,
}: RightsContext): Pick<
  Handlers<'desk'>,
  'rights.begin' | 'rights.still' | 'rights.act' | 'rights.end' | 'rights.note' | 'rights.stay'
> {
  const log = actionLog(db);
  /** visits to the settings: the PIN that an operator entered there counts until the operator leaves */
  const stays = createStays(now, operators.hasRight);
  /** Actions checked by this thread; a restarted thread, or that of another folder, has checked none. */
  const startedActions = new Map<string, StartedAction>();
  const pendingLines: Parameters<typeof log.record>[] = [];
  const write: typeof log.record = (...line) => {
    for (let pendingLine = pendingLines[0]; pendingLine !== undefined; pendingLine = pendingLines[0]) {
      log.record(...pendingLine);
      pendingLines.shift();
    }
    log.record(...line);
    emit({ kind: 'acts' });
  };
  /** Records the outcome of a finished action; if the disk refuses it, it is written with the next line. */
  const writeOutcome: typeof log.record = (...line) => {
    try {
      write(...line);
    } catch {
      pendingLines.push(line);
    }
  };

  /** Throws ProblemError `needs-right` if the right was revoked, `cancelled` if it was not checked in this thread. */
  function recheckRight({ id, right }: StartedAction): void {
    const startedAction = startedActions.get(id);
    // whoever can start a program on this machine can read its files anyway
    if (startedAction?.via === 'command-line' || !operators.isGuarded()) return;
    if (startedAction?.right !== right) throw rightNotChecked();
    if (!operators.hasRight(startedAction.allowedBy, right))
      throw problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
        right,
        reason: 'none-given',
        lasts: 0,
      });
  }

  async function authorize({
    of,
    approval,
    stay,
    unchecked,
    ...fields
  }: ParsedInput<'rights.begin'>): Promise<StartedAction> {
    const action = { ...fields, about: log.nameOf(of, fields.about), id: newId(), at: now(), allowedBy: '' };
    if (unchecked) {
      write(action, 'denied', 'wait');
      throw problem('needs-right', 'Too many PINs are being tried for this operator. Nothing was done.', {
        ...{ right: fields.right, reason: 'wait', lasts: 0 },
      });
    }
    // whoever can start a program on this machine can read its files anyway
    const needsApproval = fields.via === 'screen' && operators.isGuarded();
    if (!needsApproval) {
      write(action, 'allowed');
      return action;
    }
    const stayRequest = { stay, ...fields };
    const stayOperator = approval ? null : stays.approverFor(stayRequest);
    if (stayOperator !== null) {
      const allowedAction = { ...action, allowedBy: stayOperator };
      write(allowedAction, 'allowed');
      return allowedAction;
    }
    // tells the PIN dialog whether the approval also covers the next actions
    const lasts = stay !== undefined && stays.isCovered(fields) ? 1 : 0;
    if (!approval)
      throw problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
        right: fields.right,
        reason: 'none-given',
        lasts,
      });
    try {
      const allowedAction = { ...action, allowedBy: await operators.verifyApproval(fields.right, approval) };
      write(allowedAction, 'allowed');
      stays.begin(stayRequest, allowedAction.allowedBy);
      return allowedAction;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { params, ...withoutParams } = error.problem;
      write(action, 'denied', String(params?.['reason'] ?? ''));
      throw new ProblemError({ ...withoutParams, params: { ...params, lasts } });
    }
  }

  return {
    async 'rights.begin'(input) {
      const action = await authorize(input);
      startedActions.set(action.id, action);
      const [oldest] = startedActions.keys();
      if (startedActions.size > maxStarted && oldest !== undefined) startedActions.delete(oldest);
      return action;
    },
    'rights.still'({ act }) {
      recheckRight(act);
      return { allowed: true };
    },
    async 'rights.act'({ act, procedure, input, isPart }) {
      // an approval covers the right it was given for, and no other
      if (rightRequirementOf(procedure, input)?.right !== act.right) throw rightNotChecked();
      recheckRight(act);
      if (!isPart) startedActions.delete(act.id);
      const result = await runProcedure(procedure, input);
      const { outcome, why } = outcomeOf(result);
      if (!isPart) writeOutcome(act, outcome, why);
      if (!result.ok) throw new ProblemError(result.problem);
      return { value: result.value };
    },
    'rights.stay'({ stay, goesOn }) {
      if (!goesOn) stays.end(stay);
      return { until: stays.extend(stay) };
    },
    'rights.note'({ act, outcome, why }) {
      write(act, outcome, why);
      return { noted: true };
    },
    'rights.end'({ act, outcome, why }) {
      startedActions.delete(act.id);
      write(act, outcome, why);
      return { ended: true };
    },
  };
}
