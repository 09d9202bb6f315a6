import { createHash } from 'node:crypto';
import type { MigratedDrafts } from '../../shared/contract/desk-procedures.ts';
import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { Desk } from '../threads/desk.ts';
import { workerDesks, type OpenDesks } from './open-desks.ts';

/** Entries read and captured together: captures that arrive together share one disk sync. */
const batchSize = 50;

/**
 * Copies the entries of one folder as drafts into another desk, oldest first, with their keys, each checked. Withdrawn
 * and replaced entries are left out. One command copies each entry once, even if it is interrupted and repeated.
 */
export async function migrateDrafts(
  from: string,
  to: Desk,
  commandId: string,
  { read }: OpenDesks = workerDesks,
): Promise<MigratedDrafts> {
  const migrated: MigratedDrafts = { made: 0, already: 0, problems: [] };
  const source = await read({ folder: from });

  async function migrateDraft({ id, key, operator }: EntryRow): Promise<void> {
    const { endpoint, request } = await source.ask('entries.get', { id });
    try {
      const { already } = await to.ask('entry.enqueue', {
        commandId: createHash('sha256').update(`${commandId} ${id}`).digest('hex'),
        request: { endpoint, query: request.query, body: request.body },
        operator,
        draft: true,
      });
      migrated[already ? 'already' : 'made'] += 1;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      migrated.problems.push({ key, problem: error.problem });
    }
  }

  try {
    const { seqs } = await source.ask('entries.seqs', { list: 'all' });
    const oldestFirst = seqs.toReversed();
    for (let at = 0; at < oldestFirst.length; at += batchSize) {
      const { rows } = await source.ask('entries.rows', { seqs: oldestFirst.slice(at, at + batchSize) });
      const relevant = rows.filter(({ state, replacedBy }) => state !== 'withdrawn' && replacedBy === null);
      await Promise.all(relevant.map(migrateDraft));
    }
    return migrated;
  } finally {
    await source.close();
  }
}
