import type { Output } from '../../shared/contract/desk-contract.ts';
import type {
  Operator,
  OperatorTransfer,
  OperatorsOfFolder,
  OperatorsTaken,
} from '../../shared/contract/memory-procedures.ts';
import { type ProblemError, problem } from '../../shared/contract/problem.ts';
import { isRight, supervisorRight, type NeedsRightReason, type Right } from '../../shared/rights/rights.ts';
import { badgeCode, readCode } from '../../shared/scan/read-code.ts';
import { clearCharacters } from '../../shared/text/check-character.ts';
import { screenStateReader, type ScreenStateStore } from '../outbox/screen-state.ts';
import { foldText } from '../outbox/search/fold-text.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { hash as digest, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Fact with the names of the operators that practice and live had in common after the last transfer between them. It is
 * a fact of the folder, since no screen can write those, and they are never evicted.
 */
export const sharedOperatorsFact = 'operators-shared';
/** Where an older version stored these names: in the screen state. */
export const oldSharedOperatorsMemory = 'operators/shared';
/**
 * Fact with the guard of a folder: a random name that is set with the first right given there, removed with the last
 * one, and copied to the desk's other folder. Rights from a folder with another guard are ignored.
 */
export const guardFact = 'operators-guard';

interface OperatorRow {
  id: number;
  name: string;
  code: string;
  badge: string;
  pin: string | null;
  rights: string;
}

const hash = promisify(scrypt) as (pin: string, salt: Buffer, length: number) => Promise<Buffer>;

/** A stored PIN: salt and scrypt hash. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')} ${(await hash(pin, salt, 32)).toString('hex')}`;
}

async function verifyPin(pin: string, storedHash: string): Promise<boolean> {
  const [salt = '', hashHex = ''] = storedHash.split(' ');
  return timingSafeEqual(await hash(pin, Buffer.from(salt, 'hex'), 32), Buffer.from(hashHex, 'hex'));
}

/** A new random badge, of characters that cannot be mistaken for others. */
export const newBadge = (random: () => number): string =>
  Array.from({ length: 8 }, () => clearCharacters[Math.floor(random() * clearCharacters.length)]).join('');

type OperatorIdentity = Pick<OperatorRow, 'name' | 'code' | 'badge' | 'rights'>;
type Approver = OperatorIdentity & Pick<OperatorRow, 'pin'>;
const findByCode = <N extends OperatorIdentity>(operators: readonly N[], text: string): N | undefined => {
  const scan = readCode(text);
  const [code, badge] = [foldText(text.trim()), scan.is === 'badge' ? scan.badge : ''];
  return operators.find((one) => one.code === code || one.badge === badge);
};

/**
 * The operator that a code, badge or name means for an approval. If one's name is another's code, the one with rights
 * is meant.
 */
function findApprover<N extends OperatorIdentity>(operators: readonly N[], text: string): N | undefined {
  const byName = operators.find((one) => one.name === text.trim());
  const byCode = findByCode(operators, text);
  return [byName, byCode].find((one) => one !== undefined && one.rights !== '') ?? byName ?? byCode;
}

/**
 * The operator whose PIN will be checked for this code, for a right or for taking over the desk, and the id of that PIN:
 * the same in both folders as long as they share it, and another one for each PIN that is set.
 */
export function operatorNameOf(
  operators: readonly Approver[],
  code: string,
  purpose: 'right' | 'desk',
): Output<'operators.named'> {
  const row = (purpose === 'right' ? findApprover : findByCode)(operators, code);
  const pin = row?.pin ?? null;
  return { name: row?.name ?? null, pinId: pin === null ? null : digest('sha256', pin) };
}

/** Whether this operator has the right, and a PIN to prove it. */
const canApprove = ({ pin, rights }: Pick<OperatorRow, 'pin' | 'rights'>, right: Right): boolean =>
  pin !== null && rightsIn(rights).includes(right);

/** The problem that a call needs a right; its `holders` are the names of the operators who have it, one per line. */
function needsRightProblem(
  operators: readonly Approver[],
  right: Right,
  reason: NeedsRightReason,
  name = '',
): ProblemError {
  const holders = operators.filter((one) => canApprove(one, right)).map((one) => one.name);
  return problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
    ...{ right, reason, name, lasts: 0 },
    holders: holders.join('\n'),
  });
}

/**
 * Name of the operator that a code, badge or name means, if the PIN and the right match. Throws ProblemError
 * `needs-right`.
 */
export async function verifyApproval(
  operators: readonly Approver[],
  right: Right,
  approval: { code: string; pin: string } | undefined,
): Promise<string> {
  if (!approval) throw needsRightProblem(operators, right, 'none-given');
  const row = findApprover(operators, approval.code);
  if (!row) throw needsRightProblem(operators, right, 'unknown');
  if (row.pin === null || !(await verifyPin(approval.pin, row.pin)))
    throw needsRightProblem(operators, right, 'pin-wrong', row.name);
  if (!canApprove(row, right)) throw needsRightProblem(operators, right, 'not-allowed', row.name);
  return row.name;
}

/** Throws ProblemError `needs-right` unless `allowedBy` is one of these operators and may go live. */
export function requireGoLiveRight(operators: readonly Approver[], allowedBy: string | null): void {
  if (!operators.some((one) => one.name === allowedBy && canApprove(one, 'go-live')))
    throw needsRightProblem(operators, 'go-live', 'none-given');
}

export type OperatorStore = ReturnType<typeof operatorStore>;

/** The operators of this desk and their rights. */
export function operatorStore(db: Sqlite, newBadge: () => string) {
  const byName = db.prepare<[string], OperatorRow>('SELECT * FROM operator WHERE name = ?');
  const findClash = db.prepare<[string, string, number], OperatorRow>(
    'SELECT * FROM operator WHERE (code = ? OR badge = ?) AND id <> ?',
  );
  const insert = db.prepare<[string, string, string, string | null, string]>(
    'INSERT INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  const update = db.prepare<[string, string, string | null, string, number]>(
    'UPDATE operator SET code = ?, badge = ?, pin = ?, rights = ? WHERE id = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM operator WHERE name = ?');
  const withRights = db.prepare<[], OperatorRow>("SELECT * FROM operator WHERE rights <> ''");
  const all = db.prepare<[], OperatorRow>('SELECT * FROM operator');
  const facts = factStore(db);

  const findOperator = (text: string): OperatorRow | undefined => findByCode(all.all(), text);

  const verifyPinOf = async (row: OperatorRow, pin: string): Promise<boolean> =>
    row.pin !== null && (await verifyPin(pin, row.pin));
  const isGuarded = (): boolean => withRights.get() !== undefined;

  /** Sets the guard when the first right was given, and removes it when the last one was taken away. */
  function updateGuard(wasGuarded: boolean): void {
    if (isGuarded() === wasGuarded) return;
    if (wasGuarded) facts.remove(guardFact);
    else facts.set(guardFact, randomBytes(16).toString('hex'));
  }

  /** Throws `invalid` if rights are assigned but no operator could change them. */
  function assertSupervisorExists(): void {
    const holders = withRights.all();
    if (
      holders.length > 0 &&
      !holders.some(({ pin, rights }) => pin !== null && rightsIn(rights).includes(supervisorRight))
    )
      throw problem('invalid', 'Somebody with a PIN must be able to change settings and operators.', {
        reason: 'no-supervisor',
      });
  }

  return {
    /**
     * Adds an operator or changes the one of that name. `pin` is a hash, null for none, undefined to keep it; a new
     * badge invalidates the old one. Throws ProblemError `key-in-use` if another operator has the code.
     */
    save(
      name: string,
      input: { code: string; pin: string | null | undefined; newBadge: boolean; rights?: readonly Right[] | undefined },
    ): Operator {
      const existing = byName.get(name);
      const wasGuarded = isGuarded();
      const code = foldText(input.code).trim();
      if (code === '')
        throw problem('invalid', 'A code has letters, digits or signs that can be seen.', { reason: 'empty' });
      const badge = existing && !input.newBadge ? existing.badge : newBadge();
      const clashing = findClash.get(code, badge, existing?.id ?? 0);
      if (clashing)
        throw problem('key-in-use', `${clashing.name} has this code already. Choose another one.`, {
          name: clashing.name,
        });
      const pin = input.pin === undefined ? (existing?.pin ?? null) : input.pin;
      const rights = input.rights === undefined ? (existing?.rights ?? '') : [...new Set(input.rights)].join(' ');
      if (rights !== '' && pin === null)
        throw problem('invalid', 'Who has rights has a PIN.', { reason: 'rights-need-pin' });
      if (existing) update.run(code, badge, pin, rights, existing.id);
      else insert.run(name, code, badge, pin, rights);
      assertSupervisorExists();
      updateGuard(wasGuarded);
      return toOperator({ id: 0, name, code, badge, pin, rights });
    },
    forget(name: string): boolean {
      const wasGuarded = isGuarded();
      const isForgotten = remove.run(name).changes > 0;
      assertSupervisorExists();
      updateGuard(wasGuarded);
      return isForgotten;
    },
    /** Whether any operator has a right: if none, everyone may do everything. */
    isGuarded,
    /** Whether the operator of this name has a right, and a PIN to prove it. */
    hasRight(name: string, right: Right): boolean {
      const row = byName.get(name);
      return row !== undefined && canApprove(row, right);
    },
    /** The operator whose PIN will be checked for this code, and the id of that PIN. */
    nameOf: (code: string, purpose: 'right' | 'desk'): Output<'operators.named'> =>
      operatorNameOf(all.all(), code, purpose),
    /** As the function `verifyApproval`, among the operators of this folder. */
    verifyApproval: (right: Right, approval: { code: string; pin: string }): Promise<string> =>
      verifyApproval(all.all(), right, approval),
    /**
     * The operator of a badge or code who takes over the desk. Throws ProblemError `invalid` with the reason `unknown`,
     * `pin-needed`, `pin-wrong`, or `no-pin` if everyone needs a PIN (`needsPin`).
     */
    async identify(text: string, pin: string | undefined, needsPin = false): Promise<Operator> {
      const row = findOperator(text);
      if (!row) throw problem('invalid', 'No operator has this code or badge.', { reason: 'unknown' });
      if (row.pin === null && needsPin)
        throw problem('invalid', `${row.name} has no PIN, and at this desk who takes over types one.`, {
          reason: 'no-pin',
        });
      if (row.pin === null) return toOperator(row);
      if (pin === undefined) throw problem('invalid', `${row.name} has a PIN. Type it.`, { reason: 'pin-needed' });
      if (!(await verifyPinOf(row, pin))) throw problem('invalid', 'This is not the PIN.', { reason: 'pin-wrong' });
      return toOperator(row);
    },
  };
}

export function operatorReader(db: Sqlite): () => Operator[] {
  const all = db.prepare<[], OperatorRow>('SELECT * FROM operator ORDER BY name');
  return () => all.all().map(toOperator);
}

/** The stored rights that this version knows. */
const rightsIn = (storedRights: string): Right[] => storedRights.split(' ').filter(isRight);

const toOperator = ({ name, code, badge, pin, rights }: OperatorRow): Operator => ({
  name,
  code,
  badge: badgeCode(badge),
  hasPin: pin !== null,
  rights: rightsIn(rights),
});

type TransferredOperator = OperatorTransfer['operators'][number];

const parseOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];

const hasRights = ({ rights }: TransferredOperator): boolean => rights !== '';

/**
 * Whether the rights of this folder are independent of those of the other one, so that an operator there proves nothing
 * here: somebody has a right here, and nobody there, or the two folders have different guards.
 */
export const hasOtherGuard = (
  here: Pick<OperatorsOfFolder, 'operators' | 'guard'>,
  other: Pick<OperatorsOfFolder, 'operators' | 'guard'>,
): boolean => here.operators.some(hasRights) && (!other.operators.some(hasRights) || here.guard !== other.guard);

/** Reads the operators of this folder, for the desk's other folder. */
export function exportOperators(db: Sqlite): () => OperatorsOfFolder {
  const all = db.prepare<[], TransferredOperator>('SELECT name, code, badge, pin, rights FROM operator ORDER BY name');
  const facts = factStore(db);
  const memory = screenStateReader(db);
  const readSharedNames = (): unknown => {
    const stored = facts.get(sharedOperatorsFact);
    return stored === null ? memory.recall(oldSharedOperatorsMemory).value : parseOrNull(stored);
  };
  return () => ({ operators: all.all(), sharedNames: namesIn(readSharedNames()), guard: facts.get(guardFact) });
}

/** An operator without rights: those from another guard do not apply. */
const withoutRights = (row: TransferredOperator): TransferredOperator => ({ ...row, rights: '' });

/**
 * Makes codes and badges unique. Earlier rows keep theirs; a later row with the same code gets it with a number
 * appended, one with the same badge a new badge. Name, PIN and rights are unchanged.
 */
function makeCodesUnique(rows: readonly TransferredOperator[], newBadge: () => string): TransferredOperator[] {
  const used = new Set<string>();
  const takeFree = (kind: 'code' | 'badge', wanted: string, next: (n: number) => string): string => {
    let candidate = wanted;
    for (let n = 2; used.has(`${kind} ${candidate}`); n += 1) candidate = next(n);
    used.add(`${kind} ${candidate}`);
    return candidate;
  };
  return rows.map((row) => ({
    ...row,
    code: takeFree('code', row.code, (n) => foldText(`${row.code.slice(0, 15)}-${n}`)),
    badge: takeFree('badge', row.badge, newBadge),
  }));
}

/**
 * Takes over the operators of the desk's other folder: those it has, as it has them, and not those that were forgotten
 * there since they were handed over last. One who is only here stays. Of two with one code or badge, who has rights
 * keeps it, else who is here.
 *
 * Where this folder is guarded apart from the other one (`isGuardedApart`), nobody who has rights here is changed, and
 * nobody gets any from there, however the desk came here: from a screen, by its start or on the command line. Only
 * practice that the desk enters from a guarded live folder (`comesFromLive`) takes the guard of live: who had rights in
 * practice alone has none then.
 *
 * `goesLive`: throws ProblemError `needs-right` where this folder is guarded apart, unless one who may go live here has
 * allowed it (`allowedBy`).
 */
export function importOperators(
  db: Sqlite,
  memory: ScreenStateStore,
  newBadge: () => string,
): (transfer: OperatorTransfer) => OperatorsTaken {
  const facts = factStore(db);
  const current = exportOperators(db);
  const insertOperator = db.prepare<[string, string, string, string | null, string]>(
    'INSERT INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  return db.transaction((transfer: OperatorTransfer): OperatorsTaken => {
    const local = current();
    const isApart = hasOtherGuard(local, transfer);
    const keepsLocalRights = isApart && !(transfer.comesFromLive && transfer.operators.some(hasRights));
    if (isApart && transfer.goesLive) requireGoLiveRight(local.operators, transfer.goesLive.allowedBy);
    const isKept = (row: TransferredOperator): boolean => keepsLocalRights && hasRights(row);
    const keptRows = local.operators.filter(isKept);
    const keptNames = new Set(keptRows.map(({ name }) => name));
    const arriving = transfer.operators
      .filter(({ name }) => !keptNames.has(name))
      .map((row) => (keepsLocalRights ? withoutRights(row) : row));
    const transferredNames = new Set(transfer.operators.map(({ name }) => name));
    const forgotten = new Set(transfer.sharedNames.filter((name) => !transferredNames.has(name)));
    const localOnly = local.operators
      .filter((row) => !isKept(row) && !transferredNames.has(row.name) && !forgotten.has(row.name))
      .map((row) => (isApart && !keepsLocalRights ? withoutRights(row) : row));
    const [withRights, withoutAnyRight] = [true, false].map((has) =>
      [...localOnly, ...arriving].filter((row) => hasRights(row) === has),
    );
    const rows = makeCodesUnique([...keptRows, ...(withRights ?? []), ...(withoutAnyRight ?? [])], newBadge);
    db.exec('DELETE FROM operator');
    for (const { name, code, badge, pin, rights } of rows) insertOperator.run(name, code, badge, pin, rights);
    const guard = keepsLocalRights ? local.guard : rows.some(hasRights) ? transfer.guard : null;
    if (guard === null) facts.remove(guardFact);
    else facts.set(guardFact, guard);
    facts.set(sharedOperatorsFact, JSON.stringify(rows.map(({ name }) => name)));
    memory.remember(oldSharedOperatorsMemory, null);
    return { taken: arriving.length };
  });
}
