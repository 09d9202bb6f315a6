import type { Output, ParsedInput } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import { endpointOfKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import { exportFacts } from '../../spreadsheets/export/export-facts.ts';
import { exportOrders } from '../../spreadsheets/export/export-orders.ts';
import { writeTemplate } from '../../spreadsheets/export/template.ts';
import { storeDownload, sheetTypes, timeStamp, type SheetFormat } from '../calls/downloads.ts';
import { toTimeRange } from './entry-read-handlers.ts';

export interface ExportContext {
  reader: OutboxReader;
  folder: string;
  now: () => number;
  units: () => UnitSettings;
  /** lets pending calls run first */
  yieldToEventLoop: () => Promise<void>;
  emit: (event: DeskEvent) => void;
}

type ExportInput = ParsedInput<'entries.export'>;
type ExportResult = Omit<Output<'entries.export'>, 'file'>;

/** Rows read between two yields. */
const rowsPerPage = 50;
const rowsPerProgress = 500;

/** Exports and templates as spreadsheets, streamed from the reader thread. */
export function exportHandlers(
  context: ExportContext,
): Pick<Handlers<'reader'>, 'entries.export' | 'export.units' | 'import.template'> {
  const { reader, yieldToEventLoop } = context;

  function selectedSeqs({ of }: ExportInput): number[] {
    return 'seqs' in of ? of.seqs : reader.seqs(toTimeRange(of));
  }

  function progressReporter(total: number): (done: number) => void {
    return (done) => {
      if (done % rowsPerProgress === 0) context.emit({ kind: 'export', done, of: total });
    };
  }

  async function writeOrders(
    kind: CreateKind,
    format: SheetFormat,
    path: string,
    seqs: readonly number[],
  ): Promise<ExportResult> {
    // In order of capture, so that an import of the file keeps that order.
    const seqsByCapture = seqs.toSorted((a, b) => a - b);
    const { entries, problems } = await exportOrders({
      kind,
      fileType: format,
      path,
      orders: () => reader.requests(seqsByCapture, endpointOfKind[kind]),
      yieldToEventLoop,
      onProgress: progressReporter(seqs.length),
    });
    return { entries, problems, otherKinds: seqs.length - entries - problems.length };
  }

  async function writeFacts(format: SheetFormat, path: string, seqs: readonly number[]): Promise<ExportResult> {
    const reportProgress = progressReporter(seqs.length);
    async function* pages(): AsyncGenerator<EntryRow[]> {
      for (let start = 0; start < seqs.length; start += rowsPerPage) {
        yield reader.rows(seqs.slice(start, start + rowsPerPage));
        reportProgress(start);
        await yieldToEventLoop();
      }
    }
    return { entries: await exportFacts({ fileType: format, path, pages }), problems: [], otherKinds: 0 };
  }

  return {
    async 'entries.export'(input) {
      const { kind, as } = input;
      const seqs = selectedSeqs(input);
      const now = context.now();
      const fileInfo = { name: `${kind ?? 'outbox'} ${timeStamp(now)}.${as}`, mediaType: sheetTypes[as] };
      let result: ExportResult = { entries: 0, problems: [], otherKinds: 0 };
      const file = await storeDownload(context.folder, fileInfo, now, async (path) => {
        result = await (kind === undefined ? writeFacts(as, path, seqs) : writeOrders(kind, as, path, seqs));
      });
      return { file, ...result };
    },
    'export.units'() {
      const { weightUnit, lengthUnit } = context.units();
      return { weightUnit, lengthUnit };
    },
    'import.template': ({ as, kind, language }) =>
      storeDownload(
        context.folder,
        { name: `${kind} template.${as}`, mediaType: sheetTypes[as] },
        context.now(),
        (path) => writeTemplate({ path, kind, fileType: as, language, units: context.units() }),
      ),
  };
}
