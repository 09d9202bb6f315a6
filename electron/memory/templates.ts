import type { TemplateRef, Template } from '../../shared/contract/memory-procedures.ts';
import { bodyForNextEntry, bodyForTemplate } from '../../shared/creates/reusable-body.ts';
import { runsOf } from '../outbox/entry-filter.ts';
import { foldText, wordsOf } from '../outbox/search/fold-text.ts';
import { readRequest, type StoredRequest } from '../outbox/stored-request.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { searchPartsOf } from './compare-texts.ts';

const columns = 'id, endpoint, name, request, operator, used, used_at';

interface Row {
  id: number;
  endpoint: number;
  name: string;
  request: string;
  operator: string;
  used: number;
  used_at: number;
}

/**
 * Stores requests under a name, per kind of create. A template never has the key and other values of a single parcel,
 * even if an older version saved them.
 */
export function templateStore(db: Sqlite, now: () => number) {
  const saveTemplate = db.prepare<[number, string, string, string, number], { id: number }>(
    `INSERT INTO template (endpoint, name, request, operator, used_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (endpoint, name) DO UPDATE SET request = excluded.request, operator = excluded.operator RETURNING id`,
  );
  const remove = db.prepare<[number]>('DELETE FROM template WHERE id = ?');
  const rename = db.prepare<[string, number]>('UPDATE template SET name = ? WHERE id = ?');
  const templateOfName = db.prepare<[string, number], { id: number }>(
    'SELECT id FROM template WHERE name = ? AND endpoint = (SELECT endpoint FROM template WHERE id = ?)',
  );
  const useTemplate = db.prepare<[number, number], Row>(
    `UPDATE template SET used = used + 1, used_at = ? WHERE id = ? RETURNING ${columns}`,
  );
  return {
    save(endpoint: number, name: string, request: StoredRequest, operator: string): number {
      const cleanedRequest = { ...request, body: bodyForTemplate(endpoint, request.body) };
      return saveTemplate.get(endpoint, name, JSON.stringify(cleanedRequest), operator, now())?.id ?? 0;
    },
    forget: (id: number): boolean => remove.run(id).changes > 0,
    /** Renames a template; writes nothing if another template of the same kind has the name. */
    rename(id: number, name: string): 'renamed' | 'taken' | 'forgotten' {
      if ((templateOfName.get(name, id)?.id ?? id) !== id) return 'taken';
      return rename.run(name, id).changes > 0 ? 'renamed' : 'forgotten';
    },
    /** Counts a use and returns the template; null if it was deleted meanwhile. */
    use(id: number): Template | null {
      const row = useTemplate.get(now(), id);
      return row === undefined ? null : toTemplate(row);
    },
  };
}

/** Reads the templates of a kind, most used first, and an operator's last entry of a kind, for "same as last". */
export function templateReader(db: Sqlite) {
  const allOfKind = db.prepare<[number], Row>(
    `SELECT ${columns} FROM template WHERE endpoint = ? ORDER BY used DESC, name`,
  );
  const lastEntrySql = 'SELECT id, key, request, request_sha256 FROM entry';
  type LastEntry = { id: string; key: string; request: string; request_sha256: Buffer };
  const lastOfOperator = db.prepare<[number, string], LastEntry>(
    `${lastEntrySql} WHERE endpoint = ? AND operator = ? ORDER BY seq DESC LIMIT 1`,
  );
  const lastOfAnyone = db.prepare<[{ endpoint: number }], LastEntry>(
    `${lastEntrySql} WHERE seq = (${runsOf({ endpoint: '@endpoint' })} ORDER BY seq DESC LIMIT 1)`,
  );
  return {
    list: (endpoint: number): Template[] => allOfKind.all(endpoint).map(toTemplate),
    /** The last entry, also if it was withdrawn: only what was typed matters. */
    last(endpoint: number, operator: string | undefined): { id: string; key: string; request: StoredRequest } | null {
      const row = operator === undefined ? lastOfAnyone.get({ endpoint }) : lastOfOperator.get(endpoint, operator);
      const request = row && readRequest(row.request, row.request_sha256);
      if (!row || !request) return null;
      return { id: row.id, key: row.key, request: { ...request, body: bodyForNextEntry(endpoint, request.body) } };
    },
  };
}

function toTemplate({ request, used_at, ...row }: Row): Template {
  const { query, body } = JSON.parse(request) as StoredRequest;
  return { ...row, request: { query, body: bodyForTemplate(row.endpoint, body) }, usedAt: used_at };
}

/** Prepares the query for all templates of every kind, most used first: a few dozen. */
const prepareAllTemplates = (db: Sqlite) =>
  db.prepare<[], TemplateRef>('SELECT id, endpoint, name FROM template ORDER BY used DESC, name');

/** Finds templates by parts of their name, most used first. */
export function templateFinder(db: Sqlite) {
  const allTemplates = prepareAllTemplates(db);
  return (text: string, limit: number): TemplateRef[] => {
    const parts = searchPartsOf(text);
    return allTemplates
      .all()
      .filter(({ name }) => parts.every((part) => foldText(name).includes(part)))
      .slice(0, limit);
  };
}

/** Finds templates by their exact name, ignoring case and accents; identical spelling first, then most used. */
export function templateNameFinder(db: Sqlite) {
  const allTemplates = prepareAllTemplates(db);
  const normalizeName = (name: string): string => wordsOf(name).join(' ');
  return (text: string): TemplateRef[] => {
    const normalized = normalizeName(text);
    if (normalized === '') return [];
    const found = allTemplates.all().filter(({ name }) => normalizeName(name) === normalized);
    return [...found.filter(({ name }) => name === text), ...found.filter(({ name }) => name !== text)];
  };
}
