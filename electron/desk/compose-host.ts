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
  /** for this run, overriding stored ones */
  settings: Record<string, unknown>;
  /** the folder held a desk before: if missing, no new one is created */
  hadDesk: boolean;
  /** the folder is on another machine, or shared with one */
  isOnNetwork: boolean;
  newId: () => string;
  /** runs its argument once, after the calls already received */
  soon: (run: () => void) => void;
  freeBytes: FolderWatchHost['freeBytes'];
  /** accesses places that may never answer; itself answers within some seconds */
  place: IoClient;
  /** ends the desk at once so that its host restarts it: its disk failed during a write */
  giveUp: () => void;
  emit: (event: DeskEvent) => void;
}

export interface ComposedDesk extends Answerer {
  close(): Promise<void>;
}
