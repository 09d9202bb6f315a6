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
import { storeDownload, sheetTypes, timeStamp, type SheetForm } from '../calls/downloads.ts';
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
const pageRows = 50;
const progressEvery = 500;

/** Exports and templates as spreadsheets, streamed from the reader thread. */
export function exportHandlers(
  context: ExportContext,
): Pick<Handlers<'reader'>, 'entries.export' | 'export.units' | 'import.template'> {
  const { reader, yieldToEventLoop } = context;

  function selectedSeqs({ of }: ExportInput): number[] {
    return 'seqs' in of ? of.seqs : reader.seqs(toTimeRange(of));
  }

  function progress(of: number): (done: number) => void {
    return (done) => {
      if (done % progressEvery === 0) context.emit({ kind: 'export', done, of });
    };
  }

  async function orders(kind: CreateKind, as: SheetForm, path: string, seqs: readonly number[]): Promise<ExportResult> {
    // in order of capture, so that importing them again keeps it
    const captured = seqs.toSorted((a, b) => a - b);
    const { entries, problems } = await exportOrders({
      kind,
      as,
      path,
      orders: () => reader.requests(captured, endpointOfKind[kind]),
      yieldToEventLoop,
      onProgress: progress(seqs.length),
    });
    return { entries, problems, otherKinds: seqs.length - entries - problems.length };
  }

  async function facts(as: SheetForm, path: string, seqs: readonly number[]): Promise<ExportResult> {
    const report = progress(seqs.length);
    async function* pages(): AsyncGenerator<EntryRow[]> {
      for (let from = 0; from < seqs.length; from += pageRows) {
        yield reader.rows(seqs.slice(from, from + pageRows));
        report(from);
        await yieldToEventLoop();
      }
    }
    return { entries: await exportFacts({ as, path, pages }), problems: [], otherKinds: 0 };
  }

  return {
    async 'entries.export'(asked) {
      const { kind, as } = asked;
      const seqs = selectedSeqs(asked);
      const now = context.now();
      const about = { name: `${kind ?? 'outbox'} ${timeStamp(now)}.${as}`, mediaType: sheetTypes[as] };
      let exported: ExportResult = { entries: 0, problems: [], otherKinds: 0 };
      const file = await storeDownload(context.folder, about, now, async (path) => {
        exported = await (kind === undefined ? facts(as, path, seqs) : orders(kind, as, path, seqs));
      });
      return { file, ...exported };
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
        (path) => writeTemplate({ path, kind, as, language, units: context.units() }),
      ),
  };
}
