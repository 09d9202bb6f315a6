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

/** Prints a line for each entry that is done, is refused or needs a person from now on. */
export async function reportSettledEntries(
  desk: Desk,
  { print, writeToTerminal: sayOnTerminal }: CommandContext,
): Promise<{ finish(): Promise<void> }> {
  let { last } = await desk.ask('entries.changes', {});
  let polling = Promise.resolve();
  let isQueued = false;
  let hasEnded = false;

  async function poll(): Promise<void> {
    for (let count = batchSize; count === batchSize;) {
      const answer = await desk.ask('entries.changes', { after: last, limit: batchSize });
      count = answer.changes.length;
      const newStates = new Map(answer.changes.filter(({ from, to }) => from !== to).map(({ seq, to }) => [seq, to]));
      const seqs = [...newStates.keys()];
      const { rows } = seqs.length > 0 ? await desk.ask('entries.rows', { seqs }) : { rows: [] };
      // a row that has changed again is reported with its later change
      for (const row of rows) if (newStates.get(row.seq) === row.state && needsReport(row)) await print(reportOf(row));
      last = answer.last;
    }
    const { waiting, byState } = await desk.ask('entries.counts', {});
    sayOnTerminal(
      `\r${byState.done} done, ${waiting} waiting, ${byState.accepted} with the service, ${byState.refused} refused `,
    );
  }

  // one poll at a time, with at most one more queued for later changes
  function pollSoon(): void {
    if (isQueued || hasEnded) return;
    isQueued = true;
    polling = polling.then(async () => {
      isQueued = false;
      // if the reader is restarting, the next poll succeeds
      if (!hasEnded) await poll().catch(() => undefined);
    });
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'entries') pollSoon();
  });
  return {
    async finish() {
      // the desk closes next and would not answer a new poll
      hasEnded = true;
      await polling;
      await poll();
      sayOnTerminal('\n');
    },
  };
}

/** Whether an entry is finished or needs a person. */
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
      const reporter = await reportSettledEntries(desk, context);
      await desk.ask('sync.start', service).catch(async (error: unknown) => {
        throw (await folderStopOf(desk)) ?? error;
      });
      // a desk restarted after a fault delivers only after another `sync.start`
      desk.onStatusChange((problem) => {
        if (!problem) void desk.call('sync.start', service);
      });
      await untilDone(desk, args, timeout, context);
      const folderStop = await folderStopOf(desk).catch(() => null);
      if (folderStop) throw folderStop;
      const status = await statusOf(desk);
      if (desk.trouble() === null) await desk.call('sync.stop', {});
      await reporter.finish();
      const counts = await desk.ask('entries.counts', {});
      const exitCode = exitCodeOf(status, counts);
      if (status.cannotWrite)
        context.writeToTerminal('The disk does not take what was answered. Make room, then deliver again.\n');
      const { connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite } = status;
      await context.print({
        summary: { ...counts, connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite, exit: exitCode },
      });
      return exitCode;
    });
  },
};

/** The problem if the folder is gone or used by another desk; null if neither. */
async function folderStopOf(desk: Desk): Promise<ProblemError | null> {
  const { warnings } = await desk.ask('desk.warnings', {});
  for (const stopCode of folderStopCodes) {
    const warning = warnings.find(({ code }) => code === stopCode);
    if (warning) return stoppedProblem({ ...warning, code: stopCode });
  }
  return null;
}

/** The delivery status; for a desk that keeps failing because it cannot write to its disk, a status that says so. */
async function statusOf(desk: Desk): Promise<SyncStatus> {
  const status = await desk.ask('sync.status', {}).catch(() => null);
  if (status) return status;
  const unknownStatus = { pause: null, pausedEndpoints: [], troubledEndpoints: [], underWay: 0 };
  return { ...unknownStatus, connection: 'stopped', since: Date.now(), idle: false, cannotWrite: true };
}

/** After this many failures in one run, the command stops waiting for the desk. */
const maxFailures = 3;

/** Whether waiting is over: nothing is left to deliver, or nothing can be stored. */
const isFinished = ({ idle, cannotWrite }: SyncStatus): boolean => idle || cannotWrite;

async function untilDone(
  desk: Desk,
  args: CommandArgs,
  timeout: number | undefined,
  context: CommandContext,
): Promise<void> {
  const done = new AbortController();
  const endSignals = [
    context.stop,
    done.signal,
    ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)]),
  ];
  const endSignal = AbortSignal.any(endSignals);
  desk.onEvent(({ event }) => {
    if (event.kind !== 'desk') return;
    // a desk being closed no longer answers
    folderStopOf(desk).then(
      (folderStop) => folderStop && done.abort(),
      () => undefined,
    );
  });
  if (args.values['until-idle']) {
    desk.onEvent(({ event }) => {
      if (event.kind === 'sync' && isFinished(event.status)) done.abort();
    });
    let failureCount = 0;
    desk.onStatusChange((problem) => {
      if (problem && (failureCount += 1) >= maxFailures) done.abort();
    });
    // it may have been idle before the first event
    if (isFinished(await desk.ask('sync.status', {}))) done.abort();
  }
  if (!endSignal.aborted) await Promise.race([once(endSignal, 'abort'), desk.restartFailed]);
}

/**
 * 3 if the timeout or an unreachable service left entries in progress; otherwise 2 if anything needs a person, else 0;
 * 1 if answers cannot be stored.
 */
function exitCodeOf(status: SyncStatus, counts: Counts): ExitCode {
  if (status.cannotWrite) return 1;
  const { queued, sending, unsure, accepted, refused } = counts.byState;
  const isUnreachable =
    status.connection === 'offline' || status.connection === 'paused' || status.pausedEndpoints.length > 0;
  const openCount = queued + sending + unsure + accepted;
  if (openCount > 0 && (isUnreachable || !status.idle)) return 3;
  return refused + unsure + counts.asking + counts.stuck + openCount > 0 ? 2 : 0;
}
