import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Operator } from '../../shared/contract/memory-procedures.ts';
import type { ProblemError } from '../../shared/contract/problem.ts';
import { problem } from '../../shared/contract/problem.ts';
import { isRight, supervising, type NeedsRightReason, type Right } from '../../shared/rights/rights.ts';
import { badgeCode, readCode } from '../../shared/scan/read-code.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { foldText } from '../search/fold-text.ts';

interface Row {
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

export type OperatorStore = ReturnType<typeof operatorStore>;

/** The operators of this desk and their rights. */
export function operatorStore(db: Sqlite, newBadge: () => string) {
  const byName = db.prepare<[string], Row>('SELECT * FROM operator WHERE name = ?');
  const clash = db.prepare<[string, string, number], Row>(
    'SELECT * FROM operator WHERE (code = ? OR badge = ?) AND id <> ?',
  );
  const insert = db.prepare<[string, string, string, string | null, string]>(
    'INSERT INTO operator (name, code, badge, pin, rights) VALUES (?, ?, ?, ?, ?)',
  );
  const update = db.prepare<[string, string, string | null, string, number]>(
    'UPDATE operator SET code = ?, badge = ?, pin = ?, rights = ? WHERE id = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM operator WHERE name = ?');
  const byCode = db.prepare<[string, string], Row>('SELECT * FROM operator WHERE code = ? OR badge = ?');
  const withRights = db.prepare<[], Row>("SELECT * FROM operator WHERE rights <> ''");

  const find = (text: string): Row | undefined => {
    const read = readCode(text);
    return byCode.get(foldText(text.trim()), read.is === 'badge' ? read.badge : '');
  };

  const isPinOf = async (row: Row, pin: string): Promise<boolean> => row.pin !== null && (await isPin(pin, row.pin));
  /** The approver identified by a code, badge or name that was entered with a PIN. */
  const findApprover = (code: string): Row | undefined => byName.get(code.trim()) ?? find(code);

  /** Throws `invalid` if rights are assigned but no operator could change them. */
  function refuseHeadless(): void {
    const left = withRights.all();
    if (left.length > 0 && !left.some(({ pin, rights }) => pin !== null && rightsIn(rights).includes(supervising)))
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
      refuseHeadless();
      return asOperator({ id: 0, name, code, badge, pin, rights });
    },
    forget(name: string): boolean {
      const isForgotten = remove.run(name).changes > 0;
      refuseHeadless();
      return isForgotten;
    },
    /** Whether any operator has a right: if none, everyone may do everything. */
    isGuarded: (): boolean => withRights.get() !== undefined,
    /** Whether the operator of this name currently has a right, and a PIN to prove their identity. */
    mayStill(name: string, right: Right): boolean {
      const row = byName.get(name);
      return row !== undefined && row.pin !== null && rightsIn(row.rights).includes(right);
    },
    /**
     * Name of the operator whose PIN will be checked for this code, for a right or for taking over the desk; null: no
     * operator.
     */
    named: (code: string, of: 'right' | 'desk'): string | null =>
      (of === 'right' ? findApprover(code) : find(code))?.name ?? null,
    /**
     * Name of the operator identified by a code, badge or name, if the PIN and the right match. Throws ProblemError
     * `needs-right`.
     */
    async permit(right: Right, { code, pin }: { code: string; pin: string }): Promise<string> {
      const refuse = (reason: NeedsRightReason, name = ''): ProblemError =>
        problem('needs-right', 'Nobody who may do this was named with a PIN. Nothing was done.', {
          right,
          reason,
          name,
        });
      const row = findApprover(code);
      if (!row) throw refuse('unknown');
      if (!(await isPinOf(row, pin))) throw refuse('pin-wrong', row.name);
      if (!rightsIn(row.rights).includes(right)) throw refuse('not-allowed', row.name);
      return row.name;
    },
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
  const all = db.prepare<[], Row>('SELECT * FROM operator ORDER BY name');
  return () => all.all().map(asOperator);
}

/** Rights known to this version. */
const rightsIn = (kept: string): Right[] => kept.split(' ').filter(isRight);

const asOperator = ({ name, code, badge, pin, rights }: Row): Operator => ({
  name,
  code,
  badge: badgeCode(badge),
  hasPin: pin !== null,
  rights: rightsIn(rights),
});
