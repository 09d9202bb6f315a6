import { problem } from '../../shared/problem.ts';
import { readCapture, type Capture } from '../outbox/capture.ts';
import { importFile, type ImportHost, type Queued } from '../import/import-file.ts';
import { importKinds, isImportKind } from '../import/import-kinds.ts';
import type { Handlers } from './answer.ts';
import { problemOf } from './failure.ts';
import { afterCapture, type OpenParts } from './open-parts.ts';

/** Spreadsheets, imported from a path of this machine. */
export function importHandlers(
  parts: OpenParts,
  host: Pick<ImportHost, 'read' | 'rest'>,
): Pick<Handlers<'desk'>, 'import.file'> {
  function enqueue(requests: readonly unknown[], operator: string): Queued[] {
    const read = requests.map((request) => readCapture(request, parts.settings.get()));
    const captures = read.flatMap((one): Capture[] => (one.ok ? [one.value] : []));
    const answers = parts.outbox.enqueueMany(captures, operator, false);
    const byCapture = new Map(captures.map((capture, index) => [capture, answers[index]]));
    afterCapture(
      parts,
      [...byCapture].flatMap(([capture, captured]) =>
        captured === undefined || captured instanceof Error ? [] : [{ capture, captured, operator }],
      ),
    );
    return read.map((one): Queued => {
      if (!one.ok) return one;
      const answer = byCapture.get(one.value);
      if (answer === undefined || answer instanceof Error) return { ok: false, problem: problemOf(answer) };
      return { ok: true, value: answer };
    });
  }

  return {
    async 'import.file'({ path, as, encoding, operator }) {
      if (!isImportKind(as))
        throw problem('invalid', `Nothing is imported as ${as}. Choose one of ${Object.keys(importKinds).join(', ')}.`);
      return importFile(
        { path, encoding, kind: as },
        {
          ...host,
          enqueue: (requests) => enqueue(requests, operator),
          progress: (done, of) => parts.tell({ kind: 'import', done, of }),
        },
      );
    },
  };
}
