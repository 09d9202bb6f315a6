import { join } from 'node:path';
import type { DeskState, folderStops } from '../../../shared/contract/desk-state.ts';
import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import { deskFile } from '../../database/desk-file.ts';
import { folderInUse, type FolderLock } from '../../lock/lock-folder.ts';
import { fileAt } from '../../lock/same-file.ts';
import type { Superseded } from '../../register/judge-folder.ts';
import type { SyncOutbox } from '../../outbox/entry.ts';
import type { Timer } from '../../service/timer.ts';
import type { Handlers } from '../transport/answer.ts';

/** Nobody waits longer than this to hear of it, where nothing is captured or sent meanwhile (ms). */
const checkEveryMs = 1000;
/** The longest that an act of a person waits for what other places know of the folder (ms). */
const captureWaitsMs = 800;

type Code = (typeof folderStops)[number];
type Stop = DeskState['warnings'][number] & { code: Code };

export interface FolderGuardHost {
  folder: string;
  lock: Pick<FolderLock, 'held'>;
  timer: Timer;
  /** knows whether the folder's desk is worked on in another one now */
  generations: { ready: Promise<void>; superseded: () => Superseded | null };
  report: (code: Code, params: Stop['params'] | null) => void;
}

/** What everything is answered with that a stop is in the way of. */
export function stopped({ code, params }: Stop): ProblemError {
  const folder = String(params['folder']);
  if (code === 'folder-in-use') return folderInUse(folder);
  const message =
    code === 'folder-gone'
      ? `${folder} was deleted or moved while the desk worked, so this was not saved. Put the folder back where it was; if it is lost, restore the newest backup into an empty folder.`
      : params['reason'] === 'older'
        ? olderSays(folder)
        : supersededSays(folder, String(params['by']), params['reason'] === 'copy');
  return problem(code, message, params);
}

const olderSays = (folder: string): string =>
  `${folder} is an older state of its desk, which has done more since; so nothing is captured or sent here: what was sent since would be sent again. Put the newer state back. To work here instead, knowingly: desk reopen --data ${folder}. What is not settled counts as maybe taken then.`;

function supersededSays(folder: string, by: string, isCopy: boolean): string {
  const other = by === '' ? 'a folder of another machine' : by;
  const why = isCopy ? `is a copy of ${other}` : `is no longer worked in: its desk is in ${other} now`;
  return `${folder} ${why}, so nothing is captured or sent here: both would send everything twice. Work in the other one. To work here instead, knowingly: desk reopen --data ${folder}. What is not settled counts as maybe taken then, and the other one is refused.`;
}

/** What changes nothing, or ends something: it is answered whatever became of the folder. */
const alwaysAnswered: readonly string[] = [
  'desk.warnings',
  'desk.reopen',
  'desk.recall',
  'settings.get',
  'sync.status',
  'sync.stop',
  'import.cancel',
  'import.close',
];

/** Who may do what is checked and written down in a folder that is refused too: it is a guarded act to work there again. */
const answeredRefused: readonly string[] = ['rights.begin', 'rights.still', 'rights.act', 'rights.end'];

/**
 * Lets the desk work only as long as its folder is the one it opened: what goes into a database that no path leads to any more is
 * lost when the program ends, and two owners of one folder send everything twice. Costs some µs for each act.
 */
export function folderGuard({ folder, lock, timer, generations, report }: FolderGuardHost) {
  const paths = [deskFile, `${deskFile}-wal`].map((name) => join(folder, name));
  const opened = paths.map(fileAt);
  let standing: Stop | null = null;
  let isReady = false;
  let closed = false;
  let cancel = (): void => undefined;

  const isGone = (): boolean => paths.some((path, index) => fileAt(path) !== opened[index]);

  function find(): Stop | null {
    if (isGone()) return { code: 'folder-gone', params: { folder } };
    if (!lock.held()) return { code: 'folder-in-use', params: { folder } };
    const superseded = generations.superseded();
    return superseded && { code: 'folder-superseded', params: { folder, ...superseded } };
  }

  function findStop(): Stop | null {
    const found = find();
    if (found?.code !== standing?.code) {
      if (standing) report(standing.code, null);
      if (found) report(found.code, found.params);
    }
    standing = found;
    return found;
  }

  function checkAgain(): void {
    findStop();
    if (!closed) cancel = timer.after(checkEveryMs, checkAgain);
  }
  checkAgain();
  // a place that says nothing holds nobody up for long; nothing is sent before it had its time
  const enough = Promise.withResolvers<void>();
  const cancelWait = timer.after(captureWaitsMs, enough.resolve);
  void generations.ready.then(() => {
    isReady = true;
    cancelWait();
    enough.resolve();
  });

  /** Throws a ProblemError whose kind is the stop. */
  function check(name?: string): void {
    const stop = findStop();
    const isAnswered = stop?.code === 'folder-superseded' && name !== undefined && answeredRefused.includes(name);
    if (stop && !isAnswered) throw stopped(stop);
  }

  return {
    isGone,
    /** The same handlers, each answering a problem where what it would save, or has saved, is in no folder. */
    guard<H extends Partial<Handlers<'desk'>>>(handlers: H): H {
      const guarded = Object.entries(handlers).map(([name, handle]) => {
        const run = handle as (input: unknown) => unknown;
        const act = async (input: unknown): Promise<unknown> => {
          await enough.promise;
          check(name);
          const answer = await run(input);
          // once it is back, what was saved into it is there
          if (isGone()) check();
          return answer;
        };
        return [name, alwaysAnswered.includes(name) ? handle : act];
      });
      return Object.fromEntries(guarded) as H;
    },
    /** The same outbox for the sync: nothing is claimed, and so nothing sent, that is not on disk first. */
    guardSync(sync: SyncOutbox): SyncOutbox {
      return {
        ...sync,
        claim: (...asked) => (!isReady || findStop() ? [] : sync.claim(...asked)),
        isThere: () => !isGone(),
        // nothing moves by itself until a person has acted
        busy: (...asked) => !standing && sync.busy(...asked),
      };
    },
    close(): void {
      closed = true;
      cancel();
      cancelWait();
      enough.resolve();
    },
  };
}
