import type { FileContent } from '../../shared/contract/file-content.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { DeskFile } from '../../shared/contract/desk-state.ts';
import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import { ok, type Result } from '../../shared/contract/problem.ts';
import type { LabelList, LabelRow } from '../../shared/labels/label-lists.ts';

type Handlers = { [N in Extract<ProcedureName, `labels.${string}`>]?: (input: Input<N>) => Result<Output<N>> };

/** Labels of the fake desk: those of its entries that have a tracking number. */
export function fakeLabels(now: number, samplePdf: DeskFile, entries: () => readonly EntryDetail[]): Handlers {
  const labelsOn = (list: LabelList): LabelRow[] =>
    entries()
      .filter(({ trackingNumber }) => trackingNumber !== null)
      .map((entry, index) => ({
        ...entry,
        trackingNumber: entry.trackingNumber ?? '',
        printedNumber: index % 4 === 3 ? 'LX000000001CN' : null,
        printedAt: index % 4 === 3 ? now - 3_600_000 : null,
        copies: index % 4 === 3 ? 1 : 0,
        stale: index % 4 === 3 ? ('number-changed' as const) : null,
        replacedKey: null,
        lacksAddress: false,
        badLabel: null,
      }))
      .filter((label) => listOf(label) === list);
  return {
    'labels.counts': () =>
      ok({
        ready: labelsOn('ready').length,
        unconfirmed: 0,
        provisional: labelsOn('provisional').length,
        reprint: labelsOn('reprint').length,
        printed: labelsOn('printed').length,
      }),
    'labels.page': ({ list, before, after, limit = 100 }) => {
      const remaining = labelsOn(list)
        .toSorted((a, b) => a.seq - b.seq)
        .filter(({ seq }) => seq > (after ?? 0) && (before === undefined || seq < before));
      const rows = before === undefined ? remaining.slice(0, limit) : remaining.slice(-limit);
      const next =
        rows.length < remaining.length ? ((before === undefined ? rows.at(-1) : rows[0])?.seq ?? null) : null;
      return ok({ rows, next });
    },
    'labels.among': ({ list, seqs }) => {
      const listSeqs = new Set(labelsOn(list).map(({ seq }) => seq));
      return ok({ seqs: seqs.filter((seq) => listSeqs.has(seq)) });
    },
    'labels.seqs': ({ list }) => ok({ seqs: labelsOn(list).map(({ seq }) => seq) }),
    'labels.brought': () => ok({ found: [], left: 0 }),
    'labels.rows': ({ seqs }) =>
      ok({
        rows: (['ready', 'provisional', 'reprint', 'printed'] as const)
          .flatMap(labelsOn)
          .filter(({ seq }) => seqs.includes(seq)),
      }),
    'labels.preview': ({ id }) =>
      ok({
        svg: fakeLabel(entries().find((entry) => entry.id === id)?.key ?? ''),
        widthMm: 100,
        heightMm: 150,
        problems: [],
      }),
    'labels.draft': () => ok({ svg: fakeLabel('DRAFT-1'), widthMm: 100, heightMm: 150, problems: [] }),
    'labels.logo': ({ png }) => ok(isPng(png) ? { logo: '8x1:gA==' } : { fault: 'no-png' }),
    'labels.sample': () => ok({ svg: fakeLabel('SAMPLE-7'), widthMm: 100, heightMm: 150, problems: [] }),
    'labels.document': ({ ids }) => {
      const drawnLabels = entries()
        .filter(({ id }) => ids.includes(id))
        .map(({ id, trackingNumber, provisional }) => ({
          ...{ id, number: trackingNumber ?? '', provisional },
          content: 'ab'.repeat(32),
        }));
      const [labels, places] = [drawnLabels.length, drawnLabels.length];
      return ok({ file: samplePdf, widthMm: 100, heightMm: 150, labels, places, drawn: drawnLabels, problems: [] });
    },
    'labels.printed': ({ ids }) => ok({ ids }),
    'labels.notPrinted': ({ ids }) => ok({ ids }),
  };
}

function listOf({ printedNumber, trackingNumber, provisional }: LabelRow): LabelList {
  if (printedNumber !== null) return printedNumber === trackingNumber ? 'printed' : 'reprint';
  return provisional ? 'provisional' : 'ready';
}

const fakeLabel = (key: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 150"><rect width="100" height="150" fill="#fff"/><path d="M4 40h92M4 100h92" stroke="#000"/><text x="6" y="20" font-size="8">${key}</text></svg>`;

const isPng = (png: FileContent): boolean =>
  typeof png === 'string'
    ? png.startsWith('iVBORw0KGgo')
    : [137, 80, 78, 71].every((byte, index) => png[index] === byte);
