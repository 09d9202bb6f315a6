import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import { ProblemError } from '../../../shared/contract/problem.ts';
import { type IoClient, ioClientOver } from '../../copies/io-process/io-message.ts';
import { clearRescueRequest, readRescueRequest, type RescueRequest } from '../../copies/restore/rescue-note.ts';
import { rescue, type RescueHost } from '../../copies/restore/rescue.ts';
import { repeatErasures } from '../../copies/retention/erase-entries.ts';
import { type ProxyRouter, proxyRouter, systemTrust } from '../../delivery/service/proxy-router.ts';
import { overLimitLabels } from '../../labels/own-labels/over-limit-labels.ts';
import { reportFault } from '../../platform/link/failure.ts';
import { runDeskThread } from '../../platform/link/run-desk-thread.ts';
import { practiceFolder } from '../../practice/practice-database.ts';
import { machineOfProcess } from '../../storage/register/machine-folder.ts';
import type { ComposedDesk, DeskHost } from '../compose-host.ts';
import { composeDesk } from '../compose.ts';
import { after, yieldToEventLoop } from './after.ts';
import type { DeskWorkerData } from './desk.ts';
import { proxiesOver, systemPrintersOver } from './host-port.ts';
import { startImportThread } from './import-thread.ts';
import { startLabelThread } from './label-thread.ts';
import { startOwnLabels } from './own-label-thread.ts';
import { startPracticeThread } from './practice-thread.ts';
import { endThread, receiveWorkerData } from './start-thread.ts';
import { tryLocks } from './try-locks.ts';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';

/** Resources of a run besides its input. */
interface RunResources {
  askIo: IoClient;
  router: ProxyRouter;
}

/** A program with a code cache cannot use top-level await (compiled-program.ts). */
async function runDesk(input: DeskWorkerData): Promise<void> {
  const { folder, wasOpenedBefore, ioPort, proxyPort: proxies } = input;
  const askIo = ioClientOver(ioPort);
  // A port with a listener keeps the thread alive; a closed desk must not wait for an answer.
  ioPort.unref();
  const router = proxyRouter({
    monotonic: () => performance.now(),
    // The system that chooses the proxy also provides the trusted certificates.
    ...(proxies && { ...proxiesOver(proxies, after), trust: systemTrust }),
  });
  const withRouter = (desk: ComposedDesk): ComposedDesk => ({
    ...desk,
    // oxlint-disable-next-line typescript/no-misused-promises -- a finally awaits what it returns
    close: () => desk.close().finally(() => router.close()),
  });
  await runDeskThread(parentPort, async (emit) => {
    const baseHost = hostOf(input, { askIo, router }, emit);
    const mount = await tryLocks({ ...baseHost, ioPort, mustExist: baseHost.hadDesk });
    const host: DeskHost = { ...baseHost, isOnNetwork: mount?.isNetwork ?? false };
    const rescueRequest = readRescueRequest(folder);
    if (rescueRequest || (wasOpenedBefore && (await hasBrokenStructure(host, ioPort))))
      await tryRescue(host, ioPort, rescueRequest ?? {});
    try {
      return withRouter(composeDesk(host));
    } catch (error) {
      const isDamaged = error instanceof ProblemError && error.problem.kind === 'damaged';
      if (isDamaged && (await tryRescue(host, ioPort, {}))) return withRouter(composeDesk(host));
      throw error;
    }
  });
}

function hostOf(
  input: DeskWorkerData,
  { askIo, router }: RunResources,
  emit: (event: DeskEvent) => void,
): Omit<DeskHost, 'isOnNetwork'> {
  const {
    folder,
    settings = {},
    machine = machineOfProcess(),
    hadDesk,
    awaitsTargetSelection = false,
    printerPort: systemPrinters,
  } = input;
  return {
    folder,
    settings,
    machine,
    hadDesk: hadDesk,
    awaitsTargetSelection: awaitsTargetSelection,
    emit,
    clock: { now: Date.now, monotonic: () => performance.now() },
    random: Math.random,
    timer: { after },
    dispatcher: router.to,
    newId: randomUUID,
    runSoon: (run) => void setImmediate(run),
    freeBytes: (place) => statfs(place).then(({ bavail, bsize }) => bavail * bsize),
    askIo,
    yieldToEventLoop,
    startImport: startImportThread,
    startLabels: startLabelThread,
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, Date.now)),
    systemPrinters: systemPrinters && systemPrintersOver(systemPrinters, after),
    startPractice: () => startPracticeThread({ folder: practiceFolder(folder) }),
    // After answers that are already being sent.
    endForRestart: () => void setImmediate(() => process.exit(1)),
    onFault: reportFault,
  };
}

/**
 * Replaces a damaged file with its newest good backup, and any file with the backup a person chose; false if there is
 * none.
 */
async function tryRescue(
  { folder, machine, askIo, emit }: DeskHost,
  ioPort: MessagePort,
  request: RescueRequest,
): Promise<boolean> {
  // Nothing else keeps the thread alive while it waits.
  ioPort.ref();
  try {
    const fetch: RescueHost['fetch'] = (order) => askIo({ ask: 'fetch', data: folder, ...order });
    const onProgress = (percent: number): void => emit({ kind: 'going-back', percent });
    const host: RescueHost = {
      now: Date.now,
      newId: randomUUID,
      yieldToEventLoop,
      machine,
      fetch,
      repeatErasures: (db, before) => repeatErasures(db, before, { now: Date.now, yieldToEventLoop }),
      onProgress,
    };
    const note = await rescue(folder, request, host);
    return note !== null;
  } catch (error) {
    reportFault(error);
    // The file is intact: the person who chose the backup is told, and can choose again.
    if (request.chosen) clearRescueRequest(folder);
    return false;
  } finally {
    ioPort.unref();
  }
}

/** The previous thread may have ended because of the disk, so the whole file is read before work continues. */
async function hasBrokenStructure({ folder, askIo }: DeskHost, ioPort: MessagePort): Promise<boolean> {
  ioPort.ref();
  try {
    return (await askIo({ ask: 'check', data: folder })).structure.length > 0;
  } catch {
    // Unknown; the check after start-up will ask again.
    return false;
  } finally {
    ioPort.unref();
  }
}

receiveWorkerData(workerData as DeskWorkerData)
  .then(runDesk)
  .catch(endThread);
