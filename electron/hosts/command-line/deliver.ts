import { folderStopCodes } from '../../../shared/contract/desk-state.ts';
import type { EntryRow, Counts } from '../../../shared/contract/entry-answers.ts';
import type { ProblemError } from '../../../shared/contract/problem.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { stoppedProblem } from '../../desk/folder/folder-guard.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import type { CommandContext, Command, ExitCode, CommandArgs } from './command.ts';
import { dataFolder, withDesk, serviceOf, serviceOptions, serviceUsage } from './data-folder.ts';
import { optionSeconds, settingOptions } from './options.ts';
import { once } from 'node:events';

const batchSize = 500;

/** From now on, prints a line for each entry that settles, is refused or needs a person. */
export async function printSettled(
  desk: Desk,
  { print, sayOnTerminal }: CommandContext,
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
    sayOnTerminal(
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
      sayOnTerminal('\n');
    },
  };
}

/** The entry is finished, or needs a person. */
const needsReport = ({ state, asks }: EntryRow): boolean =>
  state === 'done' || state === 'refused' || state === 'withdrawn' || state === 'unsure' || asks !== null;

function reportOf({ id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice }: EntryRow): object {
  return { id, endpoint, key, state, tries, trackingNumber, reason, asks, maybeTwice };
}

/** Delivers queued entries and reads their outcomes, until all are settled, until the timeout, or forever. */
export const deliver: Command = {
  summary: 'delivers what waits in the outbox and reads its outcome',
  usage: `${serviceUsage} [--until-idle] [--timeout S]`,
  options: { ...serviceOptions, 'until-idle': { type: 'boolean' }, timeout: { type: 'string' } },
  argumentCount: [0, 0],
  run(args, context) {
    const service = serviceOf(args, context.env);
    const timeout = optionSeconds(args, 'timeout');
    return withDesk(context, { folder: dataFolder(args), settings: settingOptions(args) }, async (desk) => {
      const settled = await printSettled(desk, context);
      await desk.ask('sync.start', service).catch(async (error: unknown) => {
        throw (await folderStopOf(desk)) ?? error;
      });
      // restarted after a fault, the desk delivers nothing until told to
      desk.onStatusChange((trouble) => {
        if (!trouble) void desk.call('sync.start', service);
      });
      await untilDone(desk, args, timeout, context);
      const stop = await folderStopOf(desk).catch(() => null);
      if (stop) throw stop;
      const status = await statusOf(desk);
      if (desk.trouble() === null) await desk.call('sync.stop', {});
      await settled.finish();
      const counts = await desk.ask('entries.counts', {});
      const exit = exitCodeOf(status, counts);
      if (status.cannotWrite)
        context.sayOnTerminal('The disk does not take what was answered. Make room, then deliver again.\n');
      const { connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite } = status;
      await context.print({
        summary: { ...counts, connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite, exit },
      });
      return exit;
    });
  },
};

/** The problem if the folder is gone or used by another desk: nothing is delivered, and counts are unreliable. */
async function folderStopOf(desk: Desk): Promise<ProblemError | null> {
  const { warnings } = await desk.ask('desk.warnings', {});
  for (const stop of folderStopCodes) {
    const warning = warnings.find(({ code }) => code === stop);
    if (warning) return stoppedProblem({ ...warning, code: stop });
  }
  return null;
}

/** A desk that keeps failing because its disk accepts no writes reports only its counts. */
async function statusOf(desk: Desk): Promise<SyncStatus> {
  const status = await desk.ask('sync.status', {}).catch(() => null);
  if (status) return status;
  const nothing = { pause: null, pausedEndpoints: [], troubledEndpoints: [], underWay: 0 };
  return { ...nothing, connection: 'stopped', since: Date.now(), idle: false, cannotWrite: true };
}

/** After this many failures in one run, the command stops waiting for the desk. */
const maxFailures = 3;

/** Nothing is left, or nothing can be stored: the command ends instead of waiting forever. */
const isFinished = ({ idle, cannotWrite }: SyncStatus): boolean => idle || cannotWrite;

async function untilDone(
  desk: Desk,
  args: CommandArgs,
  timeout: number | undefined,
  context: CommandContext,
): Promise<void> {
  const done = new AbortController();
  const ends = [context.stop, done.signal, ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)])];
  const end = AbortSignal.any(ends);
  desk.onEvent(({ event }) => {
    if (event.kind !== 'desk') return;
    // a desk being closed no longer answers
    folderStopOf(desk).then(
      (stop) => stop && done.abort(),
      () => undefined,
    );
  });
  if (args.values['until-idle']) {
    desk.onEvent(({ event }) => {
      if (event.kind === 'sync' && isFinished(event.status)) done.abort();
    });
    let ends = 0;
    desk.onStatusChange((trouble) => {
      if (trouble && (ends += 1) >= maxFailures) done.abort();
    });
    // it may have been idle before the first event
    if (isFinished(await desk.ask('sync.status', {}))) done.abort();
  }
  if (!end.aborted) await Promise.race([once(end, 'abort'), desk.ended]);
}

/**
 * Exit code: entries still in progress were stopped by the timeout or an unreachable service (3); the rest needs a
 * person (2) or is fine (0).
 */
function exitCodeOf(status: SyncStatus, counts: Counts): ExitCode {
  if (status.cannotWrite) return 1;
  const { queued, sending, unsure, accepted, refused } = counts.byState;
  const unreached =
    status.connection === 'offline' || status.connection === 'paused' || status.pausedEndpoints.length > 0;
  const left = queued + sending + unsure + accepted;
  if (left > 0 && (unreached || !status.idle)) return 3;
  return refused + unsure + counts.asking + counts.stuck + left > 0 ? 2 : 0;
}
