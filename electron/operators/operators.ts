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
 * The fact that holds the names of the operators whom practice and live had in common when one took them over last:
 * among the facts of the folder, which no screen writes and nothing makes room in.
 */
export const sharedOperators = 'operators-shared';
/** The memory that holds them in a file of an older program: among what screens keep. */
export const oldSharedOperators = 'operators/shared';
/**
 * The fact that names the guard of a folder: begun with the first right given there, ended with the last one taken
 * away, and taken over by the desk's other folder. Rights of another guard count for nothing.
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
export async function pinHash(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')} ${(await hash(pin, salt, 32)).toString('hex')}`;
}

async function isPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hashed = ''] = kept.split(' ');
  return timingSafeEqual(await hash(pin, Buffer.from(salt, 'hex'), 32), Buffer.from(hashed, 'hex'));
}

/** A badge that nobody has, of characters that are not taken for others. */
export const newBadge = (random: () => number): string =>
  Array.from({ length: 8 }, () => clearCharacters[Math.floor(random() * clearCharacters.length)]).join('');

type Named = Pick<OperatorRow, 'name' | 'code' | 'badge' | 'rights'>;
type Approver = Named & Pick<OperatorRow, 'pin'>;
const codedAmong = <N extends Named>(operators: readonly N[], text: string): N | undefined => {
  const read = readCode(text);
  const [code, badge] = [foldText(text.trim()), read.is === 'badge' ? read.badge : ''];
  return operators.find((one) => one.code === code || one.badge === badge);
};

/**
 * The approver that a code, badge or name means. An operator without rights whose name is another's code does not get
 * in that one's way.
 */
function approverAmong<N extends Named>(operators: readonly N[], text: string): N | undefined {
  const named = operators.find((one) => one.name === text.trim());
  const coded = codedAmong(operators, text);
  return [named, coded].find((one) => one !== undefined && one.rights !== '') ?? named ?? coded;
}

/**
 * The operator whose PIN will be checked for this code, for a right or for taking over the desk, and the id of that PIN:
 * the same in both folders as long as they share it, and another one for each PIN that is set.
 */
export function operatorNamed(
  operators: readonly Approver[],
  code: string,
  of: 'right' | 'desk',
): Output<'operators.named'> {
  const row = (of === 'right' ? approverAmong : codedAmong)(operators, code);
  const pin = row?.pin ?? null;
  return { name: row?.name ?? null, pinId: pin === null ? null : digest('sha256', pin) };
}

/** Whether this operator has the right, and a PIN to prove it. */
const mayDo = ({ pin, rights }: Pick<OperatorRow, 'pin' | 'rights'>, right: Right): boolean =>
  pin !== null && rightsIn(rights).includes(right);

/** `holders`: whoever has the right among these operators, a name a line. */
function refusal(operators: readonly Approver[], right: Right, reason: NeedsRightReason, name = ''): ProblemError {
  const holders = operators.filter((one) => mayDo(one, right)).map((one) => one.name);
  return problem('needs-right', 'This needs the PIN of somebody who may do it. Nothing was done.', {
    ...{ right, reason, name, lasts: 0 },
    holders: holders.join('\n'),
  });
}

/**
 * Name of the operator that a code, badge or name means, if the PIN and the right match. Throws ProblemError
 * `needs-right`.
 */
export async function permitAmong(
  operators: readonly Approver[],
  right: Right,
  given: { code: string; pin: string } | undefined,
): Promise<string> {
  if (!given) throw refusal(operators, right, 'none-given');
  const row = approverAmong(operators, given.code);
  if (!row) throw refusal(operators, right, 'unknown');
  if (row.pin === null || !(await isPin(given.pin, row.pin))) throw refusal(operators, right, 'pin-wrong', row.name);
  if (!mayDo(row, right)) throw refusal(operators, right, 'not-allowed', row.name);
  return row.name;
}

/** Throws ProblemError `needs-right` unless `allowedBy` is one of these operators and may go live. */
export function refuseToGoLive(operators: readonly Approver[], allowedBy: string | null): void {
  if (!operators.some((one) => one.name === allowedBy && mayDo(one, 'go-live')))
    throw refusal(operators, 'go-live', 'none-given');
}

export type OperatorStore = ReturnType<typeof operatorStore>;

/** The operators of this desk and their rights. */
export function operatorStore(db: Sqlite, newBadge: () => string) {
  const byName = db.prepare<[string], OperatorRow>('SELECT * FROM operator WHERE name = ?');
  const clash = db.prepare<[string, string, number], OperatorRow>(
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

  const find = (text: string): OperatorRow | undefined => codedAmong(all.all(), text);

  const isPinOf = async (row: OperatorRow, pin: string): Promise<boolean> =>
    row.pin !== null && (await isPin(pin, row.pin));
  const isGuarded = (): boolean => withRights.get() !== undefined;

  /** A guard begins with the first right that is given, and ends with the last one that is taken away. */
  function keepGuard(wasGuarded: boolean): void {
    if (isGuarded() === wasGuarded) return;
    if (wasGuarded) facts.remove(guardFact);
    else facts.set(guardFact, randomBytes(16).toString('hex'));
  }

  /** Throws `invalid` if rights are assigned but no operator could change them. */
  function assertSupervisorExists(): void {
    const left = withRights.all();
    if (left.length > 0 && !left.some(({ pin, rights }) => pin !== null && rightsIn(rights).includes(supervisorRight)))
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
      given: { code: string; pin: string | null | undefined; newBadge: boolean; rights?: readonly Right[] | undefined },
    ): Operator {
      const before = byName.get(name);
      const wasGuarded = isGuarded();
      const code = foldText(given.code).trim();
      if (code === '')
        throw problem('invalid', 'A code has letters, digits or signs that can be seen.', { reason: 'empty' });
      const badge = before && !given.newBadge ? before.badge : newBadge();
      const other = clash.get(code, badge, before?.id ?? 0);
      if (other)
        throw problem('key-in-use', `${other.name} has this code already. Choose another one.`, { name: other.name });
      const pin = given.pin === undefined ? (before?.pin ?? null) : given.pin;
      const rights = given.rights === undefined ? (before?.rights ?? '') : [...new Set(given.rights)].join(' ');
      if (rights !== '' && pin === null)
        throw problem('invalid', 'Who has rights has a PIN.', { reason: 'rights-need-pin' });
      if (before) update.run(code, badge, pin, rights, before.id);
      else insert.run(name, code, badge, pin, rights);
      assertSupervisorExists();
      keepGuard(wasGuarded);
      return asOperator({ id: 0, name, code, badge, pin, rights });
    },
    forget(name: string): boolean {
      const wasGuarded = isGuarded();
      const isForgotten = remove.run(name).changes > 0;
      assertSupervisorExists();
      keepGuard(wasGuarded);
      return isForgotten;
    },
    /** Whether any operator has a right: if none, everyone may do everything. */
    isGuarded,
    /** Whether the operator of this name currently has a right, and a PIN to prove their identity. */
    hasRight(name: string, right: Right): boolean {
      const row = byName.get(name);
      return row !== undefined && mayDo(row, right);
    },
    /** The operator whose PIN will be checked for this code, and the id of that PIN. */
    named: (code: string, of: 'right' | 'desk'): Output<'operators.named'> => operatorNamed(all.all(), code, of),
    /**
     * The name of whom a code, a badge or a name means, whose PIN this is, and who has the right. Throws ProblemError
     * `needs-right`.
     */
    permit: (right: Right, approval: { code: string; pin: string }): Promise<string> =>
      permitAmong(all.all(), right, approval),
    /**
     * The operator of a badge or short code. Throws ProblemError `invalid`, its reason `unknown`, `pin-needed`,
     * `pin-wrong`, or `no-pin` if everyone needs a PIN (`needsPin`).
     */
    async enter(text: string, pin: string | undefined, needsPin = false): Promise<Operator> {
      const row = find(text);
      if (!row) throw problem('invalid', 'No operator has this code or badge.', { reason: 'unknown' });
      if (row.pin === null && needsPin)
        throw problem('invalid', `${row.name} has no PIN, and at this desk who takes over types one.`, {
          reason: 'no-pin',
        });
      if (row.pin === null) return asOperator(row);
      if (pin === undefined) throw problem('invalid', `${row.name} has a PIN. Type it.`, { reason: 'pin-needed' });
      if (!(await isPinOf(row, pin))) throw problem('invalid', 'This is not the PIN.', { reason: 'pin-wrong' });
      return asOperator(row);
    },
  };
}

export function operatorReader(db: Sqlite): () => Operator[] {
  const all = db.prepare<[], OperatorRow>('SELECT * FROM operator ORDER BY name');
  return () => all.all().map(asOperator);
}

/** Rights known to this version. */
const rightsIn = (kept: string): Right[] => kept.split(' ').filter(isRight);

const asOperator = ({ name, code, badge, pin, rights }: OperatorRow): Operator => ({
  name,
  code,
  badge: badgeCode(badge),
  hasPin: pin !== null,
  rights: rightsIn(rights),
});

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
 * Whether a folder has its rights from elsewhere than `from`: then the operators of `from` have proved nothing to it. A
 * folder where nobody has a right proves nothing to one where somebody has.
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
 * Gives each operator a code and a badge of their own. Rows are in the order in which they keep theirs; a later one
 * with the same code gets it with a number behind it, one with the same badge a new one. Everybody keeps name, PIN and
 * rights.
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
): (handed: OperatorTransfer) => OperatorsTaken {
  const facts = factStore(db);
  const current = exportOperators(db);
  const put = db.prepare<[string, string, string, string | null, string]>(
    'INSERT INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  return db.transaction((from: OperatorTransfer): OperatorsTaken => {
    const here = current();
    const apart = isGuardedApart(here, from);
    const keepsOwn = apart && !(from.comesFromLive && from.operators.some(hasRights));
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
