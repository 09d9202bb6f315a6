import type { OperatorTransfer, OperatorsOfFolder, OperatorsTaken } from '../../shared/contract/memory-procedures.ts';
import { foldText } from '../search/fold-text.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { screenStateReader, type ScreenStateStore } from '../outbox/screen-state.ts';
import { guardFact, oldSharedOperators, sharedOperators } from './shared-operators.ts';
import { refuseToGoLive } from './operators.ts';

type TransferredOperator = OperatorTransfer['operators'][number];

const parsed = (kept: string): unknown => {
  try {
    return JSON.parse(kept);
  } catch {
    return null;
  }
};
const namesIn = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : [];

const hasRights = ({ rights }: TransferredOperator): boolean => rights !== '';

/**
 * Whether a folder has its rights from elsewhere than `from`: then the operators of `from` have proved nothing to it. A folder where nobody has a
 * right proves nothing to one where somebody has.
 */
export const isGuardedApart = (
  here: Pick<OperatorsOfFolder, 'operators' | 'guard'>,
  from: Pick<OperatorsOfFolder, 'operators' | 'guard'>,
): boolean => here.operators.some(hasRights) && (!from.operators.some(hasRights) || here.guard !== from.guard);

/** The operators of this folder for the other one of the same desk. */
export function exportOperators(db: Sqlite): () => OperatorsOfFolder {
  const all = db.prepare<[], TransferredOperator>('SELECT name, code, badge, pin, rights FROM operator ORDER BY name');
  const facts = factStore(db);
  const memory = screenStateReader(db);
  const shared = (): unknown => {
    const kept = facts.get(sharedOperators);
    return kept === null ? memory.recall(oldSharedOperators).value : parsed(kept);
  };
  return () => ({ operators: all.all(), sharedNames: namesIn(shared()), guard: facts.get(guardFact) });
}

/** `from`'s operators without any right: those of another guard have none here. */
const withoutRights = (row: TransferredOperator): TransferredOperator => ({ ...row, rights: '' });

/**
 * Gives each operator a code and a badge of their own. Rows are in the order in which they keep theirs; a later one with the same code gets it with a
 * number behind it, one with the same badge a new one. Everybody keeps name, PIN and rights.
 */
function separate(rows: readonly TransferredOperator[], newBadge: () => string): TransferredOperator[] {
  const used = new Set<string>();
  const take = (kind: 'code' | 'badge', first: string, next: (n: number) => string): string => {
    let free = first;
    for (let n = 2; used.has(`${kind} ${free}`); n += 1) free = next(n);
    used.add(`${kind} ${free}`);
    return free;
  };
  return rows.map((row) => ({
    ...row,
    code: take('code', row.code, (n) => foldText(`${row.code.slice(0, 15)}-${n}`)),
    badge: take('badge', row.badge, newBadge),
  }));
}

/**
 * Takes over the operators of the desk's other folder: those it has, as it has them, and not those that were forgotten there since they were
 * handed over last. One who is only here stays. Of two with one code or badge, who has rights keeps it, else who is here.
 *
 * Where this folder is guarded apart from the other one (`isGuardedApart`), nobody who has rights here is changed, and nobody gets any from there.
 * Only practice that comes from a guarded live folder takes its guard: who had rights in practice alone has none then.
 *
 * `goesLive`: throws ProblemError `needs-right` where this folder is guarded apart, unless one who may go live here has allowed it (`allowedBy`).
 */
export function importOperators(
  db: Sqlite,
  memory: ScreenStateStore,
  newBadge: () => string,
): (handed: OperatorTransfer) => OperatorsTaken {
  const facts = factStore(db);
  const current = exportOperators(db);
  const put = db.prepare<[string, string, string, string | null, string]>(
    'INSERT INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  return db.transaction((from: OperatorTransfer): OperatorsTaken => {
    const here = current();
    const apart = isGuardedApart(here, from);
    const keepsOwn = apart && (from.goesLive !== undefined || !from.operators.some(hasRights));
    if (apart && from.goesLive) refuseToGoLive(here.operators, from.goesLive.allowedBy);
    const holds = (row: TransferredOperator): boolean => keepsOwn && hasRights(row);
    const held = here.operators.filter(holds);
    const isHeld = new Set(held.map(({ name }) => name));
    const arriving = from.operators
      .filter(({ name }) => !isHeld.has(name))
      .map((row) => (keepsOwn ? withoutRights(row) : row));
    const there = new Set(from.operators.map(({ name }) => name));
    const forgotten = new Set(from.sharedNames.filter((name) => !there.has(name)));
    const only = here.operators
      .filter((row) => !holds(row) && !there.has(row.name) && !forgotten.has(row.name))
      .map((row) => (apart && !keepsOwn ? withoutRights(row) : row));
    const [first, others] = [true, false].map((may) => [...only, ...arriving].filter((row) => hasRights(row) === may));
    const rows = separate([...held, ...(first ?? []), ...(others ?? [])], newBadge);
    db.exec('DELETE FROM operator');
    for (const { name, code, badge, pin, rights } of rows) put.run(name, code, badge, pin, rights);
    const guard = keepsOwn ? here.guard : rows.some(hasRights) ? from.guard : null;
    if (guard === null) facts.remove(guardFact);
    else facts.set(guardFact, guard);
    facts.set(sharedOperators, JSON.stringify(rows.map(({ name }) => name)));
    memory.remember(oldSharedOperators, null);
    return { taken: arriving.length };
  });
}
