import { problem } from '../../../shared/contract/problem.ts';
import type { ImportRan } from '../../../shared/import/import-steps.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { readCapture, type Capture } from '../../outbox/capture.ts';
import type { ScreenStateStore } from '../../outbox/screen-state.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { problemOf } from '../../platform/link/failure.ts';
import { defaultForm } from '../../printing/drawing/make-label-source.ts';
import { ownLabelIn, problemsOfOwnLabel, type OwnLabelDrawer } from '../../printing/drawing/own-label-of-order.ts';
import { type EnqueueResult, importFile, type ImportHost } from '../../spreadsheets/import/import-file.ts';
import { openImports, type OpenImportsHost } from '../../spreadsheets/import/import-sessions.ts';
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
  let [spentMs, uncheckedCount] = [0, 0];
  return {
    async problemsOf(body: unknown): Promise<LabelProblem[]> {
      const ownRequest = ownLabelIn(body, settings(), { practice: false, copy: 1 });
      if (!ownRequest) return [];
      if (spentMs >= budgetMs) {
        uncheckedCount += 1;
        return [];
      }
      const startedAt = monotonic();
      const timeout = Promise.withResolvers<null>();
      const cancelTimeout = after(budgetMs - spentMs, () => timeout.resolve(null));
      const problems = await Promise.race([
        problemsOfOwnLabel(ownRequest, draw, defaultForm(settings())),
        timeout.promise,
      ]);
      cancelTimeout();
      spentMs += monotonic() - startedAt;
      if (problems === null) uncheckedCount += 1;
      return problems ?? [];
    },
    /** Orders whose own label was not checked. */
    left: (): number => uncheckedCount,
  };
}

/** Captures many requests of a file in one transaction, with one result each. */
export function enqueueImported(
  context: DeskContext,
  requests: readonly unknown[],
  operator: string,
  decided: boolean,
): EnqueueResult[] {
  const captureResults = requests.map((request) => readCapture(request, context.settings.get()));
  const captures = captureResults.flatMap((one): Capture[] => (one.ok ? [one.value] : []));
  const answers = context.outbox.enqueueMany(captures, operator, false, true, decided);
  context.ongoingImport.recordWrite();
  const byCapture = new Map(captures.map((capture, index) => [capture, answers[index]]));
  publishCaptures(
    context,
    answers.flatMap((captured) => (captured instanceof Error ? [] : [captured])),
  );
  return captureResults.map((one): EnqueueResult => {
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
          customFormat: map === undefined ? undefined : readFormatFile(map),
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
export function parseKind(kindName: string): ImportKind {
  if (isImportKind(kindName)) return kindName;
  throw problem('invalid', `Nothing is imported as ${kindName}. Choose one of ${importKindNames.join(', ')}.`);
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

/** Step-by-step import of spreadsheets sent by a screen. `close` ends running imports. */
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
  const runningImports = new Map<string, Promise<ImportRan>>();

  async function runAndStore(commandId: string, runImport: () => Promise<ImportRan>): Promise<ImportRan> {
    const result = await runImport();
    return context.outbox.once(commandId, 'import', () => result);
  }

  const handlers: Pick<Handlers<'desk'>, Names> = {
    'import.open': ({ as, ...file }) => imports.open({ ...file, kind: as === undefined ? undefined : parseKind(as) }),
    async 'import.check'({ importId, ...choices }) {
      const result = await imports.find(importId).check(choices);
      imports.rememberMapping(importId, choices.mapping);
      return result;
    },
    'import.checkRow': ({ importId, ...row }) => imports.find(importId).thread.ask('row', row),
    'import.run'({ commandId, importId, operator, decided, ...choices }) {
      const stored = context.outbox.answered<ImportRan>(commandId, 'import');
      if (stored) return stored;
      const currentRun = runningImports.get(commandId);
      if (currentRun) return currentRun;
      const pendingResult = runAndStore(commandId, () => imports.find(importId).run(choices, operator, decided));
      runningImports.set(commandId, pendingResult);
      return pendingResult.finally(() => runningImports.delete(commandId));
    },
    async 'import.cancel'({ importId }) {
      await imports.cancel(importId);
      return { importId };
    },
    async 'import.rest'({ importId, as, ...choices }) {
      const { unsent, name } = imports.find(importId);
      const bytes = await unsent(choices, as);
      const fileInfo = { name: `${fileStem(name)} not queued.${as}`, mediaType: sheetTypes[as] };
      return storeDownload(host.folder, fileInfo, context.now(), (path) => writeFile(path, bytes, { mode: 0o600 }));
    },
    async 'import.close'({ importId }) {
      await imports.close(importId);
      return { importId };
    },
  };
  return {
    handlers,
    async close() {
      const unfinished = [...runningImports.values()];
      await imports.closeAll();
      await Promise.allSettled(unfinished);
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
