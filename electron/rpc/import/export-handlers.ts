import { timesOf } from '../entries/times-of.ts';
import { endpointOfKind, type CreateKind } from '../../../shared/creates/create-kinds.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { EntryRow } from '../../../shared/contract/entry-answers.ts';
import type { Output, ParsedInput } from '../../../shared/contract/desk-contract.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { exportFacts } from '../../export/export-facts.ts';
import { exportOrders } from '../../export/export-orders.ts';
import { writeTemplate } from '../../export/write-template.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { Handlers } from '../transport/answer.ts';
import { keepMadeFile } from '../screens/made-files.ts';
import { sheetTypes, timeStamp, type SheetForm } from '../screens/file-names.ts';

export interface ExportParts {
  reader: OutboxReader;
  folder: string;
  now: () => number;
  units: () => UnitSettings;
  /** lets pending calls run first */
  yieldToEventLoop: () => Promise<void>;
  emit: (event: DeskEvent) => void;
}

type Asked = ParsedInput<'entries.export'>;
type Exported = Omit<Output<'entries.export'>, 'file'>;

/** Rows read between two yields. */
const pageOf = 50;
const progressEvery = 500;

/** Exports and templates as spreadsheets, streamed from the reader thread. */
export function exportHandlers(
  parts: ExportParts,
): Pick<Handlers<'reader'>, 'entries.export' | 'export.units' | 'import.template'> {
  const { reader, yieldToEventLoop } = parts;

  function chosen({ of }: Asked): number[] {
    return 'seqs' in of ? of.seqs : reader.seqs(timesOf(of));
  }

  function progress(of: number): (done: number) => void {
    return (done) => {
      if (done % progressEvery === 0) parts.emit({ kind: 'export', done, of });
    };
  }

  async function orders(kind: CreateKind, as: SheetForm, path: string, seqs: readonly number[]): Promise<Exported> {
    // in order of capture, so that importing them again keeps it
    const captured = seqs.toSorted((a, b) => a - b);
    const { entries, problems } = await exportOrders({
      kind,
      as,
      path,
      orders: () => reader.requests(captured, endpointOfKind[kind]),
      yieldToEventLoop,
      taken: progress(seqs.length),
    });
    return { entries, problems, otherKinds: seqs.length - entries - problems.length };
  }

  async function facts(as: SheetForm, path: string, seqs: readonly number[]): Promise<Exported> {
    const report = progress(seqs.length);
    async function* pages(): AsyncGenerator<EntryRow[]> {
      for (let from = 0; from < seqs.length; from += pageOf) {
        yield reader.rows(seqs.slice(from, from + pageOf));
        report(from);
        await yieldToEventLoop();
      }
    }
    return { entries: await exportFacts({ as, path, pages }), problems: [], otherKinds: 0 };
  }

  return {
    async 'entries.export'(asked) {
      const { kind, as } = asked;
      const seqs = chosen(asked);
      const now = parts.now();
      const about = { name: `${kind ?? 'outbox'} ${timeStamp(now)}.${as}`, mediaType: sheetTypes[as] };
      let exported: Exported = { entries: 0, problems: [], otherKinds: 0 };
      const file = await keepMadeFile(parts.folder, about, now, async (path) => {
        exported = await (kind === undefined ? facts(as, path, seqs) : orders(kind, as, path, seqs));
      });
      return { file, ...exported };
    },
    'export.units'() {
      const { weightUnit, lengthUnit } = parts.units();
      return { weightUnit, lengthUnit };
    },
    'import.template': ({ as, kind, language }) =>
      keepMadeFile(parts.folder, { name: `${kind} template.${as}`, mediaType: sheetTypes[as] }, parts.now(), (path) =>
        writeTemplate({ path, kind, as, language, units: parts.units() }),
      ),
  };
}
