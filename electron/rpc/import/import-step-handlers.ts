import { writeFile } from 'node:fs/promises';
import { openImports, type OpenImportsHost } from '../../import/kept-imports.ts';
import type { ScreenStateStore } from '../../outbox/screen-state.ts';
import type { ImportRan } from '../../../shared/import/import-steps.ts';
import type { Handlers } from '../transport/answer.ts';
import type { OwnLabelDrawer } from '../labels/own-label-of.ts';
import { checkOwnLabels } from './look-at-own.ts';
import { enqueueImported } from './enqueue-imported.ts';
import { parseKind, unitSettings } from './import-handlers.ts';
import { sheetTypes } from '../screens/file-names.ts';
import { storeDownload } from '../screens/made-files.ts';
import type { DeskContext } from '../desk-context.ts';

export interface StepHandlersHost extends Pick<
  OpenImportsHost,
  'startImport' | 'timer' | 'newId' | 'yieldToEventLoop' | 'monotonic'
> {
  folder: string;
  /** starts the thread that reads own labels; it loads nothing before the first one */
  startOwnLabels: () => Pick<OwnLabelDrawer, 'draw'> & { close: () => Promise<void> };
}

type Names = `import.${'open' | 'check' | 'checkRow' | 'run' | 'cancel' | 'rest' | 'close'}`;

/** Step-by-step import of spreadsheets sent by a screen. `close` ends running ones. */
export function importStepHandlers(
  context: DeskContext,
  screenState: ScreenStateStore,
  host: StepHandlersHost,
): { handlers: Pick<Handlers<'desk'>, Names>; close: () => Promise<void> } {
  const ownLabels = host.startOwnLabels();
  const imports = openImports({
    ...host,
    units: () => unitSettings(context),
    recall: (name) => screenState.recall(name).value,
    remember: (name, value) => void screenState.remember(name, value),
    enqueue: (requests, operator, decided) => enqueueImported(context, requests, operator, decided),
    startOwnLabelCheck: () =>
      checkOwnLabels({ ...host, draw: ownLabels.draw, settings: context.settings.get, after: host.timer.after }),
    progress: (importId, done, of) => context.emit({ kind: 'import', importId, done, of }),
  });
  const running = new Map<string, Promise<ImportRan>>();

  async function run(commandId: string, work: () => Promise<ImportRan>): Promise<ImportRan> {
    const ran = await work();
    return context.outbox.once(commandId, 'import', () => ran);
  }

  const handlers: Pick<Handlers<'desk'>, Names> = {
    'import.open': ({ as, ...file }) => imports.open({ ...file, kind: as === undefined ? undefined : parseKind(as) }),
    async 'import.check'({ importId, mapping, corrections }) {
      const checked = await imports.find(importId).check(mapping, corrections);
      imports.rememberMapping(importId, mapping);
      return checked;
    },
    'import.checkRow': ({ importId, ...row }) => imports.find(importId).thread.ask('row', row),
    'import.run'({ commandId, importId, mapping, corrections, operator, decided }) {
      const before = context.outbox.answered<ImportRan>(commandId, 'import');
      if (before) return before;
      const now = running.get(commandId);
      if (now) return now;
      const ran = run(commandId, () => imports.find(importId).run(mapping, corrections, operator, decided));
      running.set(commandId, ran);
      return ran.finally(() => running.delete(commandId));
    },
    async 'import.cancel'({ importId }) {
      await imports.cancel(importId);
      return { importId };
    },
    async 'import.rest'({ importId, mapping, corrections, as }) {
      const { unsent, name } = imports.find(importId);
      const bytes = await unsent(mapping, corrections, as);
      const about = { name: `${fileStem(name)} not queued.${as}`, mediaType: sheetTypes[as] };
      return storeDownload(host.folder, about, context.now(), (path) => writeFile(path, bytes, { mode: 0o600 }));
    },
    async 'import.close'({ importId }) {
      await imports.close(importId);
      return { importId };
    },
  };
  return {
    handlers,
    async close() {
      const ending = [...running.values()];
      await imports.closeAll();
      await Promise.allSettled(ending);
      await ownLabels.close();
    },
  };
}

/** A file name without folders and extension, and without characters a file system may reject. */
const fileStem = (name: string): string =>
  name
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[\p{Cc}<>:"|?*]/gu, ' ')
    .slice(0, 80) || 'import';
