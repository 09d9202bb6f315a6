import { entryOf, rowsOf, type Row } from './books.ts';
import { operator, type Acting, type Clerk, type PeopleHost } from './clerk.ts';
import { refusedInText } from './sim-answers.ts';

/** What a person does with an entry other than deciding. */
interface OtherActs {
  replace: (acting: Acting) => (row: Row) => Promise<void>;
  discard: (acting: Acting) => (row: Row) => Promise<void>;
  correct: (acting: Acting) => (row: Row) => Promise<void>;
}

/**
 * A person who decides, by the service's records, about entries that have a pending question, were refused or are
 * stuck.
 */
export function createDeciding(host: PeopleHost, clerk: Clerk, { replace, discard, correct }: OtherActs) {
  const { world, pc, service, books, broken } = host;
  const { truth, savedOf, say, command, askOf } = clerk;

  type Decision = 'ours' | 'taken' | 'send-again' | 'withdraw' | 'closed' | 'refusal';
  async function decide(acting: Acting, row: Row, decision: Decision): Promise<void> {
    const asked = {
      commandId: command(acting),
      id: row.id,
      operator,
      decision,
      why: acting.chance.chance(0.5) ? 'looked' : '',
    };
    const answer = await askOf(row, 'entry.decide', asked);
    if (answer.ok && decision === 'closed') books.closed.add(entryOf(row));
    if (answer.ok && decision === 'withdraw') {
      const known = savedOf(row);
      if (known) known.withdrawn = true;
      const [now] = rowsOf(pc, 'id = ?', row.id);
      if (row.maybe_taken === 1 && now?.to_cancel === 0)
        broken(`rule 3: ${row.endpoint} ${row.key} was withdrawn in doubt and is on no list to cancel`);
    }
    say(`decided ${decision} on ${row.key}${answer.ok ? '' : `, refused: ${answer.problem.kind}`}`);
  }

  /** Answers an entry's pending question according to the service's records. */
  const answerIt = (acting: Acting) => async (row: Row) => {
    const isThere = truth(row);
    if (isThere === null) return;
    const { chance } = acting;
    if (isThere) books.agreed.add(entryOf(row));
    // The answer holds for every entry with this text, so for another party's record it must not be a refusal.
    if (row.asks === 'unknown-text') {
      const [kept] = pc.rows<{ said: string | null }>('SELECT said FROM entry WHERE id = ?', row.id);
      // The service has it from a folder that was lost, although the text is a refusal.
      if (kept?.said === refusedInText) return decide(acting, row, isThere ? 'closed' : 'refusal');
      const isForeign = service.accountOf(row.endpoint, row.key)?.foreign ?? false;
      return decide(acting, row, isThere || isForeign ? 'ours' : 'refusal');
    }
    // Sometimes a person wants it cancelled at the service.
    if (isThere && row.state === 'unsure' && chance.chance(0.2)) return decide(acting, row, 'withdraw');
    if (isThere) return decide(acting, row, row.state === 'accepted' ? 'ours' : 'taken');
    if (row.state === 'unsure') {
      // Another party's record has this key.
      if (row.asks === 'another-record' || service.accountOf(row.endpoint, row.key)?.foreign)
        return replace(acting)(row);
      return decide(acting, row, chance.chance(0.25) ? 'withdraw' : 'send-again');
    }
    return row.replaced_by === null ? replace(acting)(row) : decide(acting, row, 'closed');
  };

  const closeByPhone = (acting: Acting) => async (row: Row) => {
    if (truth(row) === true || row.replaced_by !== null) return decide(acting, row, 'closed');
    // The service's record with this key is another party's.
    if (truth(row) === false && service.accountOf(row.endpoint, row.key)?.foreign) await replace(acting)(row);
  };

  const refusedRight = (acting: Acting) => async (row: Row) => {
    const account = service.accountOf(row.endpoint, row.key);
    const isThere = truth(row);
    if (isThere === null) return;
    // Another entry has replaced it.
    if (row.replaced_by !== null) return discard(acting)(row);
    // The service may have made it since; a person who checks sees an order that is made.
    const isMade = account !== undefined && (account.failed === null || world.elapsed() >= account.healsAt);
    if (isThere && (isMade || acting.chance.chance(0.2))) {
      books.agreed.add(entryOf(row));
      return decide(acting, row, 'taken');
    }
    if (isThere && acting.chance.chance(0.5)) return replace(acting)(row);
    if (account?.foreign) return replace(acting)(row);
    return acting.chance.chance(0.1) ? discard(acting)(row) : correct(acting)(row);
  };

  return { answerIt, closeByPhone, refusedRight };
}
