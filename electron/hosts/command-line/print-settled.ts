import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { Desk } from '../../threads/desk.ts';
import type { CommandContext } from './command.ts';

const batchSize = 500;

/** From now on, prints a line for each entry that settles, is refused or needs a person. */
export async function printSettled(
  desk: Desk,
  { print, sayOnTerminal: say }: CommandContext,
): Promise<{ finish(): Promise<void> }> {
  let { last } = await desk.ask('entries.changes', {});
  let polling = Promise.resolve();
  let isQueued = false;
  let finished = false;

  async function poll(): Promise<void> {
    for (let count = batchSize; count === batchSize;) {
      const found = await desk.ask('entries.changes', { after: last, limit: batchSize });
      count = found.changes.length;
      const reached = new Map(found.changes.filter(({ from, to }) => from !== to).map(({ seq, to }) => [seq, to]));
      const seqs = [...reached.keys()];
      const { rows } = seqs.length > 0 ? await desk.ask('entries.rows', { seqs }) : { rows: [] };
      // a row that has changed again is reported with its later change
      for (const row of rows) if (reached.get(row.seq) === row.state && needsReport(row)) await print(reportOf(row));
      last = found.last;
    }
    const { waiting, byState } = await desk.ask('entries.counts', {});
    say(
      `\r${byState.done} done, ${waiting} waiting, ${byState.accepted} with the service, ${byState.refused} refused `,
    );
  }

  // one poll at a time, with at most one more queued for later changes
  function pollSoon(): void {
    if (isQueued || finished) return;
    isQueued = true;
    polling = polling.then(async () => {
      isQueued = false;
      // if the reader is restarting, the next poll succeeds
      if (!finished) await poll().catch(() => undefined);
    });
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'entries') pollSoon();
  });
  return {
    async finish() {
      // the desk closes next and would not answer a new poll
      finished = true;
      await polling;
      await poll();
      say('\n');
    },
  };
}

/** The entry is finished, or needs a person. */
const needsReport = ({ state, asks }: EntryRow): boolean =>
  state === 'done' || state === 'refused' || state === 'withdrawn' || state === 'unsure' || asks !== null;

function reportOf({ id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice }: EntryRow): object {
  return { id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice };
}
