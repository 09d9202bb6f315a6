import { rulesOf, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { warningCodes, type DeskState, type folderStopCodes } from '../../../shared/contract/desk-state.ts';
import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Timer } from '../../platform/timer.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { folderInUse, type FolderLock, fileIdentity } from '../../storage/lock/lock-folder.ts';
import type { Superseded } from '../../storage/register/generations.ts';
import { join } from 'node:path';

type Warning = DeskState['warnings'][number];

/** Warnings of a folder that do not stop delivery by themselves, with an event when one appears or disappears. */
export function deskWarnings(emit: (event: DeskEvent) => void) {
  const activeWarnings = new Map<Warning['code'], Warning>();
  const handlers: Pick<Handlers<'desk'>, 'desk.warnings'> = {
    'desk.warnings': () => ({
      warnings: warningCodes.flatMap((code) => activeWarnings.get(code) ?? []),
    }),
  };
  return {
    handlers,
    /** `params` null: the trouble is over */
    report(code: Warning['code'], params: Warning['params'] | null): void {
      if (JSON.stringify(params) === JSON.stringify(activeWarnings.get(code)?.params ?? null)) return;
      if (params === null) activeWarnings.delete(code);
      else activeWarnings.set(code, { code, params });
      emit({ kind: 'desk' });
    },
  };
}

/** Maximum delay until a stop is noticed while nothing is captured or sent (ms). */
const checkEveryMs = 1000;
/** Maximum time that a call waits for the notes about the folder in other places (ms). */
const captureWaitMs = 800;

type StopCode = (typeof folderStopCodes)[number];
type FolderStop = DeskState['warnings'][number] & { code: StopCode };

export interface FolderGuardHost {
  folder: string;
  lock: Pick<FolderLock, 'isHeld'>;
  timer: Timer;
  /** whether the desk of this folder is now active in another folder */
  generations: { ready: Promise<void>; superseded: () => Superseded | null };
  report: (code: StopCode, params: FolderStop['params'] | null) => void;
}

/** The problem that calls are answered with while the folder is stopped. */
export function stoppedProblem({ code, params }: FolderStop): ProblemError {
  const folder = String(params['folder']);
  if (code === 'folder-in-use') return folderInUse(folder);
  const message =
    code === 'folder-gone'
      ? `${folder} was deleted or moved while the desk worked, so this was not saved. Put the folder back where it was; if it is lost, restore the newest backup into an empty folder.`
      : params['reason'] === 'older'
        ? olderMessage(folder)
        : supersededMessage(folder, String(params['by']), params['reason'] === 'copy');
  return problem(code, message, params);
}

const olderMessage = (folder: string): string =>
  `${folder} is an older state of its desk, which has done more since; so nothing is captured or sent here: what was sent since would be sent again. Put the newer state back. To work here instead, knowingly: desk reopen --data ${folder}. What is not settled counts as maybe taken then.`;

function supersededMessage(folder: string, by: string, isCopy: boolean): string {
  const otherFolder = by === '' ? 'a folder of another machine' : by;
  const situation = isCopy
    ? `is a copy of ${otherFolder}`
    : `is no longer worked in: its desk is in ${otherFolder} now`;
  return `${folder} ${situation}, so nothing is captured or sent here: both would send everything twice. Work in the other one. To work here instead, knowingly: desk reopen --data ${folder}. What is not settled counts as maybe taken then, and the other one is refused.`;
}

/**
 * Lets the desk work only while its folder is the one it opened: writes to a deleted database are lost when the program
 * ends, and two owners of one folder would send everything twice. Costs some µs per action.
 */
export function folderGuard({ folder, lock, timer, generations, report }: FolderGuardHost) {
  const paths = [deskFile, `${deskFile}-wal`].map((name) => join(folder, name));
  const openedIdentities = paths.map(fileIdentity);
  let currentStop: FolderStop | null = null;
  let isReady = false;
  let isClosed = false;
  let cancelCheck = (): void => undefined;

  const isGone = (): boolean => paths.some((path, index) => fileIdentity(path) !== openedIdentities[index]);

  function detectStop(): FolderStop | null {
    if (isGone()) return { code: 'folder-gone', params: { folder } };
    if (!lock.isHeld()) return { code: 'folder-in-use', params: { folder } };
    const superseded = generations.superseded();
    return superseded && { code: 'folder-superseded', params: { folder, ...superseded } };
  }

  function updateStop(): FolderStop | null {
    const stop = detectStop();
    if (stop?.code !== currentStop?.code) {
      if (currentStop) report(currentStop.code, null);
      if (stop) report(stop.code, stop.params);
    }
    currentStop = stop;
    return stop;
  }

  function checkAgain(): void {
    updateStop();
    if (!isClosed) cancelCheck = timer.after(checkEveryMs, checkAgain);
  }
  checkAgain();
  // an unresponsive place delays actions only briefly; nothing is sent before all places have responded or timed out
  const placesChecked = Promise.withResolvers<void>();
  const cancelWait = timer.after(captureWaitMs, placesChecked.resolve);
  void generations.ready.then(() => {
    isReady = true;
    cancelWait();
    placesChecked.resolve();
  });

  /** Throws a ProblemError whose kind is the stop. */
  function assertMayRun(name?: string): void {
    const stop = updateStop();
    const isAllowedWhileStopped =
      stop?.code === 'folder-superseded' && name !== undefined && rulesOf(name).whenStopped === 'superseded';
    if (stop && !isAllowedWhileStopped) throw stoppedProblem(stop);
  }

  return {
    isGone,
    /** Runs a procedure. Throws the problem of the folder if its data could not be, or was not, saved there. */
    async guard(name: ProcedureName, run: () => unknown): Promise<unknown> {
      if (rulesOf(name).whenStopped === 'always') return run();
      await placesChecked.promise;
      assertMayRun(name);
      const answer = await run();
      // if the folder is back, the data saved in it is there too
      if (isGone()) assertMayRun();
      return answer;
    },
    /** Wraps the sync's outbox: only entries on disk are claimed, and so sent. */
    guardSync(sync: SyncOutbox): SyncOutbox {
      return {
        ...sync,
        claim: (...args) => (!isReady || updateStop() ? [] : sync.claim(...args)),
        isFolderPresent: () => !isGone(),
        // while stopped, nothing progresses without a person
        isBusy: (...args) => !currentStop && sync.isBusy(...args),
      };
    },
    close(): void {
      isClosed = true;
      cancelCheck();
      cancelWait();
      placesChecked.resolve();
    },
  };
}
