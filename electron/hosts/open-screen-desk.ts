import { basename } from 'node:path';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { readBackupNote } from '../backup/backup-note.ts';
import { isFarBehind } from '../database/is-behind.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { logFolderOf, readLog } from '../log/log-files.ts';
import type { LogEntry } from '../log/log-record.ts';
import { openLog, type Log } from '../log/open-log.ts';
import { lockWhenPossible } from '../lock/lock-folder.ts';
import { closeDataFolder } from '../private-files/close-folder.ts';
import { knownPrinters } from '../register/known-printers.ts';
import { knownTargets } from '../register/known-targets.ts';
import { machineOfProcess } from '../register/machine-folder.ts';
import type { SystemProxies } from '../service/proxy-password.ts';
import type { SystemPrinters } from '../printers/system-printer.ts';
import type { StartIoProcess } from '../isolated-io/io-message.ts';
import type { StartThread } from '../threads/start-thread.ts';
import { backupChoice } from '../rpc/backup/choose-backup.ts';
import { inTurn, placeChoices, storePlaces, type ChooseFolder } from '../rpc/backup/choose-journal-copy.ts';
import { dialogTurns } from '../rpc/screens/dialog-turns.ts';
import { guardHandlers } from '../rpc/transport/guard-handlers.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import { sweepMadeFiles, takeMadeFile } from '../rpc/screens/made-files.ts';
import { supportFileHandlers } from '../rpc/support/make-support-file.ts';
import { printHandlers, type Print } from '../rpc/labels/print-labels.ts';
import { confirmedPrinters, type ChooseDevice, type ConfirmPrinter } from '../rpc/printing/printer-handlers.ts';
import type { MadeFile, ScreenDesk } from '../rpc/screens/screen-desk.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { inWorkers, type OpenDesks } from '../workspaces/open-desks.ts';
import type { Calm } from '../workspaces/keep-delivering.ts';
import { openWorkspaceState, readService } from '../workspaces/open-workspace.ts';
import { answerCalls, callsWithin } from '../workspaces/answer-calls.ts';
import { confirmService, type ConfirmService } from '../workspaces/confirm-service.ts';
import { deskHandlers } from '../workspaces/desk-handlers.ts';
import { targetNameOf } from '../workspaces/workspace-desk.ts';
import { hostFolderOf, folderOfMode } from '../workspaces/workspace.ts';
import { switchingDesk } from '../workspaces/switching-desk.ts';
import { wrongPins } from '../workspaces/wrong-pins.ts';
import { broadcastToScreens } from '../workspaces/broadcast-to-screens.ts';
import { logDesk } from './log-desk.ts';
import { sessionHandlers, type SessionStart } from '../rpc/screens/session-handlers.ts';
import { programOf, version } from './program-of.ts';

export interface ScreenDeskOptions extends Pick<DeskState, 'host'>, Calm {
  /** the root: holds the data folders of practice and live, or is one of them, as the command line made it */
  folder: string;
  secrets: SecretStore;
  /** begins the process that writes to places which may never answer; without, Node's own way */
  startPlaces?: StartIoProcess;
  /** begins a thread of the desk; without, each when it is needed */
  startThread?: StartThread;
  /** settles when the screens show something: who only reads is begun no sooner; left out: when it is first asked */
  readsFrom?: Promise<void>;
  /** what the system says of the way to an origin; without, the environment says it */
  systemProxies?: SystemProxies;
  /** printers of the system; left out: this host has none */
  systemPrinters?: SystemPrinters;
  /** lets a person choose a folder; without, it is chosen where the host is started */
  chooseFolder?: ChooseFolder;
  /** stored as second place of the rescue journal of the folder it begins with */
  journalCopy?: string;
  /** stored as the folder its backups go to by themselves */
  backupFolder?: string;
  /** told when opening takes long, since a large file is brought up to date; the answer is called when that is over */
  onUpdating?: () => () => void;
  /** how this host prints; without, screens leave it to the browser they run in */
  print?: Print;
  /** when a person last pressed a key or a button in it (ms of `performance.now`); left out: it cannot tell, and a dialog follows another at once */
  touchedAt?: () => number;
  /** lets a person say whether the desk may speak to a printer that a screen named; without, printers are set up on the command line */
  confirmPrinter?: ConfirmPrinter;
  /** lets a person say whether the desk may ask what is at an address that a screen named; without, only the saved one is tested */
  confirmService?: ConfirmService;
  /** lets a person choose the device that a printer hangs on; left out: it is named on the command line */
  chooseDevice?: ChooseDevice;
  /** how the system starts this program with a session; left out: it does not */
  sessionStart?: SessionStart;
  /** where this machine's knowledge of its data folders lies; left out: where the platform keeps such things */
  machine?: string;
  /** goes live with this service */
  service?: string;
  account?: string;
  /** how the desks of its folders are opened; left out: in workers */
  desks?: OpenDesks;
}

const sweepEveryMs = 60_000;

/**
 * Opens the desk of a root for screens and lets it deliver from the start. Rejects with a ProblemError, everything closed
 * again: what `startDesk` rejects with, `folder-in-use` where another host is there, `other-target` or `bad-address` where
 * `service` is not to be had.
 */
export async function openScreenDesk(options: ScreenDeskOptions): Promise<ScreenDesk & { log: Pick<Log, 'write'> }> {
  const { folder: root, service, account = '', print, desks = inWorkers } = options;
  const lock = lockWhenPossible(hostFolderOf(root), Date.now);
  const machine = options.machine ?? machineOfProcess();
  const targets = knownTargets(machine);
  const printers = knownPrinters(machine);
  const named = {
    knows: (target: string) => targets.knows(null, target),
    learn: (target: string) => targets.learn(null, target),
  };
  closeDataFolder(root, basename(hostFolderOf(root)));
  const log = openLog(logFolderOf(hostFolderOf(root)), Date.now);
  try {
    log.write(startedAs(options.host));
    const place = await openWorkspaceState(root, service === undefined ? null : readService(service, account), desks);
    const screens = broadcastToScreens();
    if (place.service && service !== undefined) named.learn(targetNameOf(place.service));
    const given = { ...options, named, printers: print !== undefined };
    const after = (ms: number, run: () => void): void => void setTimeout(run, ms).unref();
    const updated = isFarBehind(folderOfMode(root, place, place.mode)) ? options.onUpdating?.() : undefined;
    const desk = await switchingDesk(
      { ...given, root, version, now: Date.now, emit: screens.emit, after },
      place,
    ).finally(() => updated?.());
    const { ask, within } = callsWithin(desk);
    const { journalCopy, backupFolder } = options;
    if (journalCopy !== undefined || backupFolder !== undefined) {
      const values = { ...(journalCopy && { journalCopy }), ...(backupFolder && { backupFolder }) };
      const stored = await storePlaces(ask, values);
      if (!stored.ok) process.stderr.write(`${stored.problem.message}\n`);
    }
    async function takeFile(id: string): Promise<MadeFile | null> {
      for (const one of desk.folders()) {
        const file = await takeMadeFile(one, id, Date.now());
        if (file) return file;
      }
      return null;
    }
    const turns = dialogTurns(() => performance.now(), options.touchedAt ?? (() => Infinity));
    const chooseFolder = options.chooseFolder ? inTurn(options.chooseFolder, turns) : null;
    const own = guardHandlers(
      {
        ...deskHandlers(desk, ask, confirmService(options.confirmService ?? null, turns)),
        ...printHandlers({ call: ask, takeFile }, print ?? null, turns),
        ...confirmedPrinters(
          ask,
          { confirm: options.confirmPrinter ?? null, choose: options.chooseDevice ?? null },
          {
            turns,
            knows: (address) => printers.list().printers.some((one) => one.address === address),
          },
        ),
        ...placeChoices(ask, chooseFolder),
        ...sessionHandlers(options.sessionStart ?? null),
        ...supportFileHandlers(
          { call: (name, input) => call(name, input) },
          {
            program: programOf(options.host),
            now: Date.now,
            log: (most) => readLog(logFolderOf(hostFolderOf(root)), most),
            folder: () => desk.folders()[0],
          },
        ),
        ...backupChoice(ask, chooseFolder, () => {
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
      for (const one of desk.folders()) void sweepMadeFiles(one, Date.now()).catch(reportFault);
    };
    const lockAgain = (): void => {
      try {
        lock.again();
      } catch (error) {
        // another host took it meanwhile; each data folder has a lock of its own
        reportFault(error);
      }
    };
    const sweeping = setInterval(sweep, sweepEveryMs).unref();
    const { call, act } = answerCalls(desk, {
      own,
      within,
      pins: wrongPins({ folder: hostFolderOf(root), now: Date.now, after, report: reportFault }),
      report: reportFault,
      after,
    });
    const endLog = logDesk({ call, onEvent: screens.onEvent }, log);

    return {
      onEvent: screens.onEvent,
      call,
      act,
      takeFile,
      log,
      async close() {
        clearInterval(sweeping);
        await desk.close();
        await endLog();
        lock.release();
      },
    };
  } catch (error) {
    log.write({ event: 'ended' });
    await log.close();
    lock.release();
    throw error;
  }
}

function startedAs(given: DeskState['host']): LogEntry {
  const { arch: _arch, ...program } = programOf(given);
  const platform = (['linux', 'win32', 'darwin'] as const).find((one) => one === process.platform) ?? 'other';
  return { event: 'started', ...program, platform };
}
