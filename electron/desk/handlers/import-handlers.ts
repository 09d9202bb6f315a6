import { problem } from '../../../shared/contract/problem.ts';
import type { ImportRan } from '../../../shared/import/import-steps.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { readCapture, type Capture } from '../../outbox/capture.ts';
import type { ScreenStateStore } from '../../outbox/screen-state.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { problemOf } from '../../platform/link/failure.ts';
import { defaultForm } from '../../printing/drawing/label-source-of.ts';
import { ownLabelIn, problemsOfOwnLabel, type OwnLabelDrawer } from '../../printing/drawing/own-label-of-order.ts';
import { type EnqueueResult, importFile, type ImportHost } from '../../spreadsheets/import/import-file.ts';
import { openImports, type OpenImportsHost } from '../../spreadsheets/import/open-imports.ts';
import { readFormatFile } from '../../spreadsheets/known-formats/known-formats.ts';
import { importKindNames, isImportKind, type ImportKind } from '../../spreadsheets/import/read-header.ts';
import { sheetTypes, storeDownload } from '../calls/downloads.ts';
import { publishCaptures, type DeskContext } from '../desk-context.ts';
import { writeFile } from 'node:fs/promises';

export interface OwnLabelCheckHost {
  draw: OwnLabelDrawer['draw'];
  settings: () => Settings;
  after: (ms: number, run: () => void) => () => void;
  /** a monotonic clock (ms) */
  monotonic: () => number;
}

/** Time budget for own labels while a person waits for the check of a sheet (ms). */
const budgetMs = 10_000;

/** Checks own labels in the orders of one sheet within the time budget; the rest is checked after queueing. */
export function checkOwnLabels({ draw, settings, after, monotonic }: OwnLabelCheckHost) {
  let [spent, left] = [0, 0];
  return {
    async problemsOf(body: unknown): Promise<LabelProblem[]> {
      const own = ownLabelIn(body, settings(), { practice: false, copy: 1 });
      if (!own) return [];
      if (spent >= budgetMs) {
        left += 1;
        return [];
      }
      const began = monotonic();
      const late = Promise.withResolvers<null>();
      const cancel = after(budgetMs - spent, () => late.resolve(null));
      const found = await Promise.race([problemsOfOwnLabel(own, draw, defaultForm(settings())), late.promise]);
      cancel();
      spent += monotonic() - began;
      if (found === null) left += 1;
      return found ?? [];
    },
    /** Orders whose own label was not checked. */
    left: (): number => left,
  };
}

/** Captures many requests of a file in one transaction, with one result each. */
export function enqueueImported(
  context: DeskContext,
  requests: readonly unknown[],
  operator: string,
  decided: boolean,
): EnqueueResult[] {
  const read = requests.map((request) => readCapture(request, context.settings.get()));
  const captures = read.flatMap((one): Capture[] => (one.ok ? [one.value] : []));
  const answers = context.outbox.enqueueMany(captures, operator, false, true, decided);
  context.ongoingImport.wrote();
  const byCapture = new Map(captures.map((capture, index) => [capture, answers[index]]));
  publishCaptures(
    context,
    answers.flatMap((captured) => (captured instanceof Error ? [] : [captured])),
  );
  return read.map((one): EnqueueResult => {
    if (!one.ok) return one;
    const answer = byCapture.get(one.value);
    if (answer === undefined || answer instanceof Error) return { ok: false, problem: problemOf(answer) };
    return { ok: true, value: answer };
  });
}

/** Imports spreadsheets from a path on this machine. */
export function importHandlers(
  context: DeskContext,
  host: Pick<ImportHost, 'startImport' | 'yieldToEventLoop' | 'monotonic'>,
): Pick<Handlers<'desk'>, 'import.file'> {
  return {
    'import.file': ({ path, as, encoding, format, map, operator, decided }) =>
      importFile(
        {
          path,
          encoding,
          kind: as === undefined ? undefined : parseKind(as),
          format,
          ownFormat: map === undefined ? undefined : readFormatFile(map),
          units: unitSettings(context),
        },
        {
          ...host,
          enqueue: (requests) => enqueueImported(context, requests, operator, decided),
          progress: (done, of) => context.emit({ kind: 'import', done, of }),
        },
      ),
  };
}

/** The units of weight and size columns. */
export function unitSettings({ settings }: Pick<DeskContext, 'settings'>): UnitSettings {
  const { weightUnit, lengthUnit } = settings.get();
  return { weightUnit, lengthUnit };
}

/** Throws ProblemError `invalid`. */
export function parseKind(as: string): ImportKind {
  if (isImportKind(as)) return as;
  throw problem('invalid', `Nothing is imported as ${as}. Choose one of ${importKindNames.join(', ')}.`);
}

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
    async 'import.check'({ importId, ...choices }) {
      const checked = await imports.find(importId).check(choices);
      imports.rememberMapping(importId, choices.mapping);
      return checked;
    },
    'import.checkRow': ({ importId, ...row }) => imports.find(importId).thread.ask('row', row),
    'import.run'({ commandId, importId, operator, decided, ...choices }) {
      const before = context.outbox.answered<ImportRan>(commandId, 'import');
      if (before) return before;
      const now = running.get(commandId);
      if (now) return now;
      const ran = run(commandId, () => imports.find(importId).run(choices, operator, decided));
      running.set(commandId, ran);
      return ran.finally(() => running.delete(commandId));
    },
    async 'import.cancel'({ importId }) {
      await imports.cancel(importId);
      return { importId };
    },
    async 'import.rest'({ importId, as, ...choices }) {
      const { unsent, name } = imports.find(importId);
      const bytes = await unsent(choices, as);
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
