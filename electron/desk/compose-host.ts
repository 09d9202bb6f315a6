import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { IoClient } from '../copies/io-process/io-message.ts';
import type { Answerer } from '../platform/link/answer.ts';
import type { ImportHost } from '../spreadsheets/import/import-file.ts';
import type { FolderWatchHost } from './folder/watch-disk.ts';
import type { StepHandlersHost } from './handlers/import-handlers.ts';
import type { DeliveryHost } from './open-delivery.ts';
import type { PrintingHost } from './open-printing.ts';

/** What a host provides to the desk. Times are in milliseconds. */
export interface DeskHost
  extends
    Omit<DeliveryHost, 'targets'>,
    Pick<ImportHost, 'startImport' | 'yieldToEventLoop'>,
    Pick<PrintingHost, 'startLabels' | 'startOwnLabels' | 'systemPrinters'>,
    Omit<StepHandlersHost, 'monotonic' | 'startOwnLabels'> {
  folder: string;
  /** folder with this machine's record of its data folders */
  machine: string;
  /** settings for this run; they override stored ones */
  settings: Record<string, unknown>;
  /** the folder held a desk before: if its file is missing, no new one is created */
  hadDesk: boolean;
  /** the folder is on another machine, or shared with one */
  isOnNetwork: boolean;
  newId: () => string;
  /** runs its argument once, after the calls already received */
  runSoon: (run: () => void) => void;
  freeBytes: FolderWatchHost['freeBytes'];
  /** accesses folders that may hang, in a separate process; answers within some seconds */
  askIo: IoClient;
  /** ends the desk's thread at once, so that the host restarts it: a write to its disk failed */
  endForRestart: () => void;
  emit: (event: DeskEvent) => void;
}

export interface ComposedDesk extends Answerer {
  close(): Promise<void>;
}
