import { entryOf, rowsOf, type Row } from './books.ts';
import { operator, type Acting, type Clerk, type PeopleHost } from './clerk.ts';
import { refusedInText } from './sim-answers.ts';

/** What is done with an entry otherwise than by a decision. */
interface OtherActs {
  replace: (acting: Acting) => (row: Row) => Promise<void>;
  discard: (acting: Acting) => (row: Row) => Promise<void>;
  correct: (acting: Acting) => (row: Row) => Promise<void>;
}

/** Whoever decides about what asks, was refused or is stuck, by what the service's books say. */
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

  /** Answers what an entry asks, as the service's books say. */
  const answerIt = (acting: Acting) => async (row: Row) => {
    const isThere = truth(row);
    if (isThere === null) return;
    const { chance } = acting;
    if (isThere) books.agreed.add(entryOf(row));
    // what is said of a text holds for each that is answered with it: of another's record it is no refusal
    if (row.asks === 'unknown-text') {
      const [kept] = pc.rows<{ said: string | null }>('SELECT said FROM entry WHERE id = ?', row.id);
      // what a lost folder had brought there is there, and the text says no all the same
      if (kept?.said === refusedInText) return decide(acting, row, isThere ? 'closed' : 'refusal');
      const isForeign = service.accountOf(row.endpoint, row.key)?.foreign ?? false;
      return decide(acting, row, isThere || isForeign ? 'ours' : 'refusal');
    }
    // somebody wants it to be cancelled there
    if (isThere && row.state === 'unsure' && chance.chance(0.2)) return decide(acting, row, 'withdraw');
    if (isThere) return decide(acting, row, row.state === 'accepted' ? 'ours' : 'taken');
    if (row.state === 'unsure') {
      // somebody else's record stands under the key
      if (row.asks === 'another-record' || service.accountOf(row.endpoint, row.key)?.foreign)
        return replace(acting)(row);
      return decide(acting, row, chance.chance(0.25) ? 'withdraw' : 'send-again');
    }
    return row.replaced_by === null ? replace(acting)(row) : decide(acting, row, 'closed');
  };

  const closeByPhone = (acting: Acting) => async (row: Row) => {
    if (truth(row) === true || row.replaced_by !== null) return decide(acting, row, 'closed');
    // what they have under its key is somebody else's
    if (truth(row) === false && service.accountOf(row.endpoint, row.key)?.foreign) await replace(acting)(row);
  };

  const refusedRight = (acting: Acting) => async (row: Row) => {
    const account = service.accountOf(row.endpoint, row.key);
    const isThere = truth(row);
    if (isThere === null) return;
    // another one stands in its place
    if (row.replaced_by !== null) return discard(acting)(row);
    // what it could not make at first, it may have made since: who looks sees an order that is made
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
