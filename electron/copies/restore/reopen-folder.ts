import { outboxContext } from '../../outbox/outbox-context.ts';
import { actionReader } from '../../outbox/read-actions.ts';
import { unknownTarget } from '../../outbox/target.ts';
import { factStore } from '../../storage/database/facts.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { generationAfter } from '../../storage/register/generation.ts';
import { registerFolder, type RegisterResult, type RegisterHost } from '../../storage/register/register-folder.ts';
import { journalStartFact } from '../journal/journal-line.ts';
import { markPossiblySent } from './restore.ts';

export interface ReopenResult extends RegisterResult {
  /**
   * unsettled entries: the other folder may have sent them, so each is checked at the service first, or a user decides
   */
  maybeTaken: number;
}

/**
 * Makes a refused folder the active one again, as a user decided: a new generation begins, and the other folder is
 * refused from now on wherever `places` and the machine record it. A caller that has the database open must reopen it
 * afterwards.
 */
export async function reopen(
  db: Sqlite,
  folder: string,
  places: readonly string[],
  host: RegisterHost & { yieldToEventLoop: () => Promise<void> },
): Promise<ReopenResult> {
  const facts = factStore(db);
  const context = outboxContext(db, { ...host, holdMs: () => 0 });
  const generation = generationAfter(Number(facts.get('generation') ?? 1));
  const maybeTaken = await markPossiblySent(context, db, facts.get('target') ?? '', host.yieldToEventLoop);
  db.transaction(() => {
    facts.set('folder', host.newId());
    facts.set('generation', String(generation));
    facts.set(journalStartFact, String(actionReader(db).last()));
    if (facts.get('target') === null && maybeTaken > 0) facts.set(unknownTarget, 'yes');
  })();
  return { ...(await registerFolder(db, folder, places, host)), maybeTaken };
}
