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
  place: IoClient;
  ways: ProxyRouter;
}

/** A program with a code cache cannot use top-level await (compiled-program.ts). */
async function runDesk(given: DeskWorkerData): Promise<void> {
  const { folder, wasOpenedBefore, places, proxies } = given;
  const place = ioClientOver(places);
  // Listening had bound the thread to the port; a closed desk must not wait for a place.
  places.unref();
  const ways = proxyRouter({
    monotonic: () => performance.now(),
    // The system that chooses the proxy also provides the trusted certificates.
    ...(proxies && { ...proxiesOver(proxies, after), trust: systemTrust }),
  });
  const withWays = (desk: ComposedDesk): ComposedDesk => ({
    ...desk,
    // oxlint-disable-next-line typescript/no-misused-promises -- a finally awaits what it returns
    close: () => desk.close().finally(() => ways.close()),
  });
  await runDeskThread(parentPort, async (emit) => {
    const parts = hostOf(given, { place, ways }, emit);
    const mount = await tryLocks({ ...parts, places, mustExist: parts.hadDesk });
    const host: DeskHost = { ...parts, isOnNetwork: mount?.isNetwork ?? false };
    const wish = readRescueRequest(folder);
    if (wish || (wasOpenedBefore && (await hasBrokenStructure(host, places))))
      await tryRescue(host, places, wish ?? {});
    try {
      return withWays(composeDesk(host));
    } catch (error) {
      const isDamaged = error instanceof ProblemError && error.problem.kind === 'damaged';
      if (isDamaged && (await tryRescue(host, places, {}))) return withWays(composeDesk(host));
      throw error;
    }
  });
}

function hostOf(
  given: DeskWorkerData,
  { place, ways }: RunResources,
  emit: (event: DeskEvent) => void,
): Omit<DeskHost, 'isOnNetwork'> {
  const {
    folder,
    settings = {},
    machine = machineOfProcess(),
    hadDesk,
    awaitsTargetSelection = false,
    systemPrinters,
  } = given;
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
    dispatcher: ways.to,
    newId: randomUUID,
    soon: (run) => void setImmediate(run),
    freeBytes: (place) => statfs(place).then(({ bavail, bsize }) => bavail * bsize),
    place,
    yieldToEventLoop,
    startImport: startImportThread,
    startLabels: startLabelThread,
    startOwnLabels: () => startOwnLabels(undefined, undefined, overLimitLabels(folder, Date.now)),
    systemPrinters: systemPrinters && systemPrintersOver(systemPrinters, after),
    startPractice: () => startPracticeThread({ folder: practiceFolder(folder) }),
    // After the answers already being sent.
    giveUp: () => void setImmediate(() => process.exit(1)),
    onFault: reportFault,
  };
}

/**
 * Replaces a damaged file with its newest good backup, and any file with the backup a person chose; false if there is
 * none.
 */
async function tryRescue(
  { folder, machine, place, emit }: DeskHost,
  places: MessagePort,
  wish: RescueRequest,
): Promise<boolean> {
  // Nothing else keeps the thread alive while it waits.
  places.ref();
  try {
    const fetch: RescueHost['fetch'] = (order) => place({ ask: 'fetch', data: folder, ...order });
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
    const note = await rescue(folder, wish, host);
    return note !== null;
  } catch (error) {
    reportFault(error);
    // The file is intact: the person who chose the backup is told, and can choose again.
    if (wish.chosen) clearRescueRequest(folder);
    return false;
  } finally {
    places.unref();
  }
}

/** The previous thread may have ended because of the disk, so the whole file is read before work continues. */
async function hasBrokenStructure({ folder, place }: DeskHost, places: MessagePort): Promise<boolean> {
  places.ref();
  try {
    return (await place({ ask: 'check', data: folder })).structure.length > 0;
  } catch {
    // Unknown; the check after start-up will ask again.
    return false;
  } finally {
    places.unref();
  }
}

receiveWorkerData(workerData as DeskWorkerData)
  .then(runDesk)
  .catch(endThread);
