import type { DeskEvent } from '../shared/contract/desk-events.ts';
import type { ImportHost } from './import/import-file.ts';
import type { IoClient } from './isolated-io/io-message.ts';
import type { DeliveryHost } from './rpc/delivery/delivery.ts';
import type { FolderWatchHost } from './rpc/folder/watch-folder.ts';
import type { StepHandlersHost } from './rpc/import/import-step-handlers.ts';
import type { PrintingHost } from './rpc/printing/open-printing.ts';
import type { Handlers } from './rpc/transport/answer.ts';

/** What a host gives the desk. Times are in milliseconds. */
export interface DeskHost
  extends
    Omit<DeliveryHost, 'targets'>,
    Pick<ImportHost, 'startImport' | 'yieldToEventLoop'>,
    Pick<PrintingHost, 'startLabels' | 'startOwnLabels' | 'systemPrinters'>,
    Omit<StepHandlersHost, 'monotonic' | 'startOwnLabels'> {
  folder: string;
  /** where this machine's knowledge of its data folders lies */
  machine: string;
  /** for this run, over what is stored */
  settings: Record<string, unknown>;
  /** the folder held a desk before: none is made where it is not there any more */
  wasThere: boolean;
  newId: () => string;
  /** runs its argument once, after the calls that have arrived already */
  soon: (run: () => void) => void;
  freeBytes: FolderWatchHost['freeBytes'];
  /** reaches places that may never answer; answers itself within some seconds */
  place: IoClient;
  /** ends the desk at once, for its host to begin it anew: its disk failed while something was written */
  giveUp: () => void;
  emit: (event: DeskEvent) => void;
}

export interface ComposedDesk {
  handlers: Partial<Handlers<'desk'>>;
  close(): Promise<void>;
}
