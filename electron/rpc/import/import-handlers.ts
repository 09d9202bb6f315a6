import { problem } from '../../../shared/contract/problem.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { importFile, type ImportHost } from '../../import/import-file.ts';
import { importKindNames, isImportKind, type ImportKind } from '../../import/import-kinds.ts';
import type { Handlers } from '../transport/answer.ts';
import { enqueueImported } from './enqueue-imported.ts';
import type { DeskContext } from '../desk-context.ts';

/** Imports spreadsheets from a path on this machine. */
export function importHandlers(
  context: DeskContext,
  host: Pick<ImportHost, 'startImport' | 'yieldToEventLoop' | 'monotonic'>,
): Pick<Handlers<'desk'>, 'import.file'> {
  return {
    'import.file': ({ path, as, encoding, operator, decided }) =>
      importFile(
        { path, encoding, kind: parseKind(as), units: unitSettings(context) },
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
