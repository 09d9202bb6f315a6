import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Operator } from '../../shared/contract/memory-procedures.ts';
import { problem } from '../../shared/contract/problem.ts';
import { badgeCode, readCode } from '../../shared/scan/read-code.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { foldText } from '../search/fold-text.ts';

interface Row {
  id: number;
  name: string;
  code: string;
  badge: string;
  pin: string | null;
}

const hash = promisify(scrypt) as (pin: string, salt: Buffer, length: number) => Promise<Buffer>;

/** A PIN as it is kept: salt and scrypt hash. */
export async function pinHash(pin: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')} ${(await hash(pin, salt, 32)).toString('hex')}`;
}

async function isPin(pin: string, kept: string): Promise<boolean> {
  const [salt = '', hashed = ''] = kept.split(' ');
  return timingSafeEqual(await hash(pin, Buffer.from(salt, 'hex'), 32), Buffer.from(hashed, 'hex'));
}

/** Who works at this desk. This says who did what; it keeps nobody out. */
export function operatorStore(db: Sqlite, newBadge: () => string) {
  const byName = db.prepare<[string], Row>('SELECT * FROM operator WHERE name = ?');
  const clash = db.prepare<[string, string, number], Row>(
    'SELECT * FROM operator WHERE (code = ? OR badge = ?) AND id <> ?',
  );
  const insert = db.prepare<[string, string, string, string | null]>(
    'INSERT INTO operator (name, code, badge, pin) VALUES (?, ?, ?, ?)',
  );
  const update = db.prepare<[string, string, string | null, number]>(
    'UPDATE operator SET code = ?, badge = ?, pin = ? WHERE id = ?',
  );
  const remove = db.prepare<[string]>('DELETE FROM operator WHERE name = ?');
  const byCode = db.prepare<[string, string], Row>('SELECT * FROM operator WHERE code = ? OR badge = ?');

  return {
    /**
     * Adds an operator or changes the one of that name. `pin` is a hash, null for none, undefined to leave it; a new badge makes the old
     * one worthless. Throws ProblemError `key-in-use` where another has the code.
     */
    save(name: string, given: { code: string; pin: string | null | undefined; newBadge: boolean }): Operator {
      const before = byName.get(name);
      const code = foldText(given.code).trim();
      if (code === '')
        throw problem('invalid', 'A code has letters, digits or signs that can be seen.', { reason: 'empty' });
      const badge = before && !given.newBadge ? before.badge : newBadge();
      const other = clash.get(code, badge, before?.id ?? 0);
      if (other)
        throw problem('key-in-use', `${other.name} has this code already. Choose another one.`, { name: other.name });
      const pin = given.pin === undefined ? (before?.pin ?? null) : given.pin;
      if (before) update.run(code, badge, pin, before.id);
      else insert.run(name, code, badge, pin);
      return asOperator({ id: 0, name, code, badge, pin });
    },
    forget: (name: string): boolean => remove.run(name).changes > 0,
    /** The operator a badge or a short code names. Throws ProblemError `invalid`, its reason `unknown`, `pin-needed` or `pin-wrong`. */
    async enter(text: string, pin: string | undefined): Promise<Operator> {
      const read = readCode(text);
      const row = byCode.get(foldText(text.trim()), read.is === 'badge' ? read.badge : '');
      if (!row) throw problem('invalid', 'No operator has this code or badge.', { reason: 'unknown' });
      if (row.pin === null) return asOperator(row);
      if (pin === undefined) throw problem('invalid', `${row.name} has a PIN. Type it.`, { reason: 'pin-needed' });
      if (!(await isPin(pin, row.pin))) throw problem('invalid', 'This is not the PIN.', { reason: 'pin-wrong' });
      return asOperator(row);
    },
  };
}

export function operatorReader(db: Sqlite): () => Operator[] {
  const all = db.prepare<[], Row>('SELECT * FROM operator ORDER BY name');
  return () => all.all().map(asOperator);
}

const asOperator = ({ name, code, badge, pin }: Row): Operator => ({
  name,
  code,
  badge: badgeCode(badge),
  hasPin: pin !== null,
});
