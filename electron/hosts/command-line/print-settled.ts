import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { Desk } from '../../threads/desk.ts';
import type { CommandContext } from './command.ts';

const atOnce = 500;

/** Prints a line for each entry that settles, is refused or comes to need a person, from now on. */
export async function printSettled(desk: Desk, { print, say }: CommandContext): Promise<{ finish(): Promise<void> }> {
  let { last } = await desk.ask('entries.changes', {});
  let telling = Promise.resolve();
  let again = false;
  let finished = false;

  async function poll(): Promise<void> {
    for (let count = atOnce; count === atOnce;) {
      const found = await desk.ask('entries.changes', { after: last, limit: atOnce });
      count = found.changes.length;
      const reached = new Map(found.changes.filter(({ from, to }) => from !== to).map(({ seq, to }) => [seq, to]));
      const seqs = [...reached.keys()];
      const { rows } = seqs.length > 0 ? await desk.ask('entries.rows', { seqs }) : { rows: [] };
      // a row that has moved on meanwhile is told with the change that moved it
      for (const row of rows) if (reached.get(row.seq) === row.state && isNews(row)) await print(news(row));
      last = found.last;
    }
    const { waiting, byState } = await desk.ask('entries.counts', {});
    say(
      `\r${byState.done} done, ${waiting} waiting, ${byState.accepted} with the service, ${byState.refused} refused `,
    );
  }

  // one look at a time, and one more after it for what came meanwhile
  function pollSoon(): void {
    if (again || finished) return;
    again = true;
    telling = telling.then(async () => {
      again = false;
      // a reader that is being begun again answers the next look
      if (!finished) await poll().catch(() => undefined);
    });
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'entries') pollSoon();
  });
  return {
    async finish() {
      // the desk closes next, and has no answer for a look that starts then
      finished = true;
      await telling;
      await poll();
      say('\n');
    },
  };
}

/** The desk is through with the entry, or a person is wanted. */
const isNews = ({ state, asks }: EntryRow): boolean =>
  state === 'done' || state === 'refused' || state === 'withdrawn' || state === 'unsure' || asks !== null;

function news({ id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice }: EntryRow): object {
  return { id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice };
}
