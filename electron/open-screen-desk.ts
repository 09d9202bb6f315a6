import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { DeskState } from '../shared/desk-state.ts';
import { ProblemError } from '../shared/problem.ts';
import { readBackupNote } from './backup/backup-note.ts';
import { diskProblem } from './database/disk-problem.ts';
import { lockWhenPossible } from './lock/lock-when-possible.ts';
import { closeDataFolder } from './private-files/close-folder.ts';
import { knownTargets } from './register/known-targets.ts';
import { machineOfProcess } from './register/machine-folder.ts';
import type { StartPlaceProcess } from './places/place-message.ts';
import { answer } from './rpc/answer.ts';
import { backupChoice } from './rpc/choose-backup.ts';
import { placeChoices, type ChooseFolder } from './rpc/choose-journal-copy.ts';
import { guardHandlers } from './rpc/guard-handlers.ts';
import { faultPlace } from './rpc/failure.ts';
import { sweepMadeFiles, takeMadeFile } from './rpc/made-files.ts';
import { printHandlers, type Print } from './rpc/print-labels.ts';
import type { MadeFile, ScreenDesk } from './rpc/screen-desk.ts';
import type { SecretStore } from './secrets/secret-store.ts';
import { beginPlace, readService } from './two-folders/begin-place.ts';
import { deskHandlers } from './two-folders/desk-handlers.ts';
import { boundTargetOf, targetNameOf } from './two-folders/one-folder.ts';
import { cornerOf, folderOfMode } from './two-folders/place.ts';
import { switchingDesk } from './two-folders/switching-desk.ts';
import { tellScreens } from './two-folders/tell-screens.ts';

export interface ScreenDeskOptions extends Pick<DeskState, 'host'> {
  /** the root: holds the data folders of practice and live, or is one of them, as the command line made it */
  folder: string;
  secrets: SecretStore;
  /** begins the process that writes to places which may never answer; without, Node's own way */
  startPlaces?: StartPlaceProcess;
  /** lets a person choose a folder; without, it is chosen where the host is started */
  chooseFolder?: ChooseFolder;
  /** stored as second place of the rescue journal of the folder it begins with */
  journalCopy?: string;
  /** stored as the folder its backups go to by themselves */
  backupFolder?: string;
  /** how this host prints; without, screens leave it to the browser they run in */
  print?: Print;
  /** where this machine's knowledge of its data folders lies; left out: where the platform keeps such things */
  machine?: string;
  /** goes live with this service */
  service?: string;
  account?: string;
}

const sweepEveryMs = 60_000;
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const report = (error: unknown): void => void process.stderr.write(`${faultPlace(error)}\n`);

/**
 * Opens the desk of a root for screens and lets it deliver from the start. Rejects with a ProblemError, everything closed
 * again: what `startDesk` rejects with, `folder-in-use` where another host is there, `other-target` or `bad-address` where
 * `service` is not to be had.
 */
export async function openScreenDesk(options: ScreenDeskOptions): Promise<ScreenDesk> {
  const { folder: root, service, account = '', print } = options;
  const lock = lockWhenPossible(cornerOf(root), Date.now);
  const targets = knownTargets(options.machine ?? machineOfProcess());
  const named = {
    knows: (target: string) => targets.knows(null, target),
    learn: (target: string) => targets.learn(null, target),
  };
  closeDataFolder(root, basename(cornerOf(root)));
  try {
    const place = await beginPlace(root, service === undefined ? null : readService(service, account));
    // a folder that cannot be read now tells where it is bound when it can
    const bound = await boundTargetOf(folderOfMode(root, place, 'live')).catch(() => null);
    const screens = tellScreens();
    if (place.service && service !== undefined) named.learn(targetNameOf(place.service));
    const given = { ...options, named, printers: print !== undefined };
    const after = (ms: number, run: () => void): void => void setTimeout(run, ms).unref();
    const desk = await switchingDesk(
      { ...given, root, version, now: Date.now, tell: screens.tell, after },
      place,
      bound,
    );
    const { journalCopy, backupFolder } = options;
    if (journalCopy !== undefined || backupFolder !== undefined) {
      const values = { ...(journalCopy && { journalCopy }), ...(backupFolder && { backupFolder }) };
      const stored = await desk.call('settings.set', { values });
      if (!stored.ok) process.stderr.write(`${stored.problem.message}\n`);
    }
    async function takeFile(id: string): Promise<MadeFile | null> {
      for (const one of desk.folders()) {
        const file = await takeMadeFile(one, id, Date.now());
        if (file) return file;
      }
      return null;
    }
    const own = guardHandlers(
      {
        ...deskHandlers(desk),
        ...printHandlers({ call: desk.call, takeFile }, print ?? null),
        ...placeChoices(desk.call, options.chooseFolder ?? null),
        ...backupChoice(desk.call, options.chooseFolder ?? null, () => {
          const [here] = desk.folders();
          return here === undefined ? null : (readBackupNote(here)?.to ?? null);
        }),
      },
      (error) => {
        const trouble = diskProblem(error, root);
        return trouble ? new ProblemError(trouble) : error;
      },
    );
    const sweep = (): void => {
      lockAgain();
      for (const one of desk.folders()) void sweepMadeFiles(one, Date.now()).catch(report);
    };
    const lockAgain = (): void => {
      try {
        lock.again();
      } catch (error) {
        // another host took it meanwhile; each data folder has a lock of its own
        report(error);
      }
    };
    const sweeping = setInterval(sweep, sweepEveryMs).unref();

    return {
      onEvent: screens.onEvent,
      call: (name, input) => (Object.hasOwn(own, name) ? answer(own, name, input, report) : desk.call(name, input)),
      takeFile,
      async close() {
        clearInterval(sweeping);
        await desk.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
