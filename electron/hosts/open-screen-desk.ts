import type { DeskState } from '../../shared/contract/desk-state.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { StartedAction } from '../../shared/contract/rights-procedures.ts';
import { readBackupNote } from '../copies/backup/backup-note.ts';
import { answerCalls, createCallScope, type HostHandlers } from '../desk/calls/answer-calls.ts';
import { createDialogGate } from '../desk/calls/dialog-gate.ts';
import { sweepDownloads, takeDownload } from '../desk/calls/downloads.ts';
import { createPinThrottle } from '../desk/calls/pin-throttle.ts';
import type { Download, ScreenDesk } from '../desk/calls/screen-desk.ts';
import { autostartHandlers, type Autostart } from '../desk/handlers/autostart-handlers.ts';
import {
  backupChoice,
  withDialogTurn,
  folderChoices,
  storeFolders,
  type ChooseFolder,
} from '../desk/handlers/folder-choice-handlers.ts';
import { supportFileHandlers } from '../desk/handlers/support-file-handlers.ts';
import { printHandlers, type PrintWithDialog } from '../desk/handlers/print-dialog-handlers.ts';
import { confirmedPrinters, type ChooseDevice, type ConfirmPrinter } from '../desk/handlers/printer-handlers.ts';
import type { DeskOptions } from '../desk/threads/desk.ts';
import type { StartupIdle } from '../desk/workspaces/delivery-starter.ts';
import { deskHandlers } from '../desk/workspaces/desk-handlers.ts';
import { workerDesks, type OpenDesks } from '../desk/workspaces/open-desks.ts';
import {
  openWorkspaceState,
  readService,
  confirmService,
  type ConfirmService,
} from '../desk/workspaces/open-workspace.ts';
import { switchingDesk, broadcastToScreens } from '../desk/workspaces/switching-desk.ts';
import { targetNameOf } from '../desk/workspaces/workspace-desk.ts';
import { reportFault } from '../platform/link/failure.ts';
import { logFolderOf, readLog, type LogEntry } from '../platform/log/log-record.ts';
import { openLog, type Log } from '../platform/log/open-log.ts';
import { restrictDataFolder } from '../platform/private-files.ts';
import type { SecretStore } from '../platform/secret-store.ts';
import { systemUser } from '../platform/system-user.ts';
import { diskProblem } from '../storage/database/disk-problem.ts';
import { needsLongMigration } from '../storage/database/needs-migration.ts';
import { lockWhenPossible } from '../storage/lock/lock-folder.ts';
import { knownPrinters } from '../storage/register/known-printers.ts';
import { knownTargets } from '../storage/register/known-targets.ts';
import { machineOfProcess } from '../storage/register/machine-folder.ts';
import { hostFolderOf, folderOfMode, readWorkspaceState } from '../storage/register/workspace-folders.ts';
import { logDesk } from './log-desk.ts';
import { programInfo, version } from './program-info.ts';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';

export interface ScreenDeskOptions
  extends
    Pick<DeskState, 'host'>,
    StartupIdle,
    Pick<DeskOptions, 'startIoProcess' | 'startThread' | 'readerStartsAfter' | 'systemProxies' | 'systemPrinters'> {
  /** the root: contains the data folders of practice and live, or is itself a data folder made by the command line */
  folder: string;
  secrets: SecretStore;
  /** lets a person choose a folder; omitted: folders are chosen when the host is started */
  chooseFolder?: ChooseFolder;
  /** stored as the second location of the rescue journal of the first folder */
  journalCopy?: string;
  /** stored as the folder of its automatic backups */
  backupFolder?: string;
  /** called when opening takes long because a large file is migrated; the returned function is called afterwards */
  onUpdating?: () => () => void;
  /** prints on this host; omitted: screens print through their browser */
  print?: PrintWithDialog;
  /**
   * time of a person's last key or button press (ms of `performance.now`); omitted: unknown, and dialogs may follow
   * each other immediately
   */
  touchedAt?: () => number;
  /**
   * asks a person whether to connect to a printer named by a screen; omitted: printers are set up on the command line
   */
  confirmPrinter?: ConfirmPrinter;
  /** asks a person whether to test an address named by a screen; omitted: only the saved one is tested */
  confirmService?: ConfirmService;
  /** lets a person choose the device of a printer; omitted: it is named on the command line */
  chooseDevice?: ChooseDevice;
  /** starts this program at login; omitted: not available */
  autostart?: Autostart;
  /** the machine folder; default: the platform's */
  machine?: string;
  /** the service to go live with */
  service?: string;
  account?: string;
  /** opens the desks of its folders; default: in workers */
  desks?: OpenDesks;
}

const sweepEveryMs = 60_000;

/**
 * Opens the desk of a root for screens and lets it deliver from the start. Rejects with a ProblemError after closing
 * everything: that of `startDesk`, `folder-in-use` if another host uses it, `other-target` or `bad-address` if
 * `service` cannot be used.
 */
export async function openScreenDesk(options: ScreenDeskOptions): Promise<ScreenDesk & { log: Pick<Log, 'write'> }> {
  const { folder: root, service, account = '', print, desks = workerDesks } = options;
  const lock = lockWhenPossible(hostFolderOf(root), Date.now);
  const machine = options.machine ?? machineOfProcess();
  const targets = knownTargets(machine);
  const printers = knownPrinters(machine);
  const trustedTargets = {
    knows: (target: string) => targets.knows(null, target),
    learn: (target: string) => targets.learn(null, target),
  };
  restrictDataFolder(root, basename(hostFolderOf(root)));
  const log = openLog(logFolderOf(hostFolderOf(root)), Date.now);
  try {
    log.write(startEntry(options.host));
    const left = readWorkspaceState(root)?.mode ?? 'unknown';
    const workspace = await openWorkspaceState(
      root,
      service === undefined ? null : readService(service, account),
      desks,
    );
    const screens = broadcastToScreens();
    if (workspace.service && service !== undefined) trustedTargets.learn(targetNameOf(workspace.service));
    const deskOptions = { ...options, trustedTargets, printers: print !== undefined };
    const runAfter = (ms: number, run: () => void): void => void setTimeout(run, ms).unref();
    const endUpdating = needsLongMigration(folderOfMode(root, workspace, workspace.mode))
      ? options.onUpdating?.()
      : undefined;
    const desk = await switchingDesk(
      {
        ...{ ...deskOptions, root, version, now: Date.now, emit: screens.emit, after: runAfter },
        ...(service !== undefined && left !== 'live' && { goesLiveFrom: left }),
      },
      workspace,
    ).finally(() => endUpdating?.());
    const { callInScope: ask, runWithinCall: within } = createCallScope(desk);
    const { journalCopy, backupFolder } = options;
    if (journalCopy !== undefined || backupFolder !== undefined) {
      const values = { ...(journalCopy && { journalCopy }), ...(backupFolder && { backupFolder }) };
      const stored = await storeFolders(ask, values);
      if (!stored.ok) process.stderr.write(`${stored.problem.message}\n`);
    }
    async function takeFile(id: string): Promise<Download | null> {
      for (const dataFolder of desk.folders()) {
        const file = await takeDownload(dataFolder, id, Date.now());
        if (file) return file;
      }
      return null;
    }
    const showDialog = createDialogGate(() => performance.now(), options.touchedAt ?? (() => Infinity));
    const chooseFolder = options.chooseFolder ? withDialogTurn(options.chooseFolder, showDialog) : null;
    const hostHandlers: HostHandlers = {
      ...deskHandlers(desk, ask, confirmService(options.confirmService ?? null, showDialog)),
      ...printHandlers({ call: ask, takeFile }, print ?? null, showDialog),
      ...confirmedPrinters(
        ask,
        { confirm: options.confirmPrinter ?? null, choose: options.chooseDevice ?? null },
        {
          showDialog: showDialog,
          isKnown: (address) => printers.list().printers.some((one) => one.address === address),
        },
      ),
      ...folderChoices(ask, chooseFolder),
      ...autostartHandlers(options.autostart ?? null),
      ...supportFileHandlers(
        // `call` is declared below, but used only after that
        // eslint-disable-next-line no-use-before-define
        { call: (name, input) => call(name, input) },
        {
          program: programInfo(options.host),
          now: Date.now,
          log: (maxRecords) => readLog(logFolderOf(hostFolderOf(root)), maxRecords),
          folder: () => desk.folders()[0],
        },
      ),
      ...backupChoice(ask, chooseFolder, () => {
        const [openFolder] = desk.folders();
        return openFolder === undefined ? null : (readBackupNote(openFolder)?.to ?? null);
      }),
    };
    const retakeLock = (): void => {
      try {
        lock.retry();
      } catch (error) {
        // another host took it; each data folder also has its own lock
        reportFault(error);
      }
    };
    const sweep = (): void => {
      retakeLock();
      for (const dataFolder of desk.folders()) void sweepDownloads(dataFolder, Date.now()).catch(reportFault);
    };
    const sweepTimer = setInterval(sweep, sweepEveryMs).unref();
    const { call, callFromScreen, logDone } = answerCalls(desk, {
      ownHandlers: hostHandlers,
      mapError(error) {
        const problem = diskProblem(error, root);
        return problem ? new ProblemError(problem) : error;
      },
      runWithinCall: within,
      pinThrottle: createPinThrottle({
        folder: hostFolderOf(root),
        now: Date.now,
        after: runAfter,
        report: reportFault,
      }),
      report: reportFault,
      after: runAfter,
    });
    if (service !== undefined && left === 'practice') await logDone(startedLive());
    const endLog = logDesk({ call, onEvent: screens.onEvent }, log);

    return {
      onEvent: screens.onEvent,
      call,
      callFromScreen,
      takeFile,
      log,
      async close() {
        clearInterval(sweepTimer);
        try {
          await desk.close();
        } catch (error) {
          reportFault(error);
          throw error;
        } finally {
          await endLog();
          lock.release();
        }
      },
    };
  } catch (error) {
    log.write({ event: 'ended' });
    await log.close();
    lock.release();
    throw error;
  }
}

/** A start that goes live, as the log of protected actions has it: the user of the machine needs no PIN. */
function startedLive(): StartedAction {
  return {
    id: randomUUID(),
    at: Date.now(),
    right: 'go-live',
    procedure: 'desk.switch',
    via: 'command-line',
    operator: systemUser(),
    allowedBy: '',
    about: '',
    parts: '',
  };
}

function startEntry(host: DeskState['host']): LogEntry {
  const { arch: _arch, ...program } = programInfo(host);
  const platform = (['linux', 'win32', 'darwin'] as const).find((one) => one === process.platform) ?? 'other';
  return { event: 'started', ...program, platform };
}
