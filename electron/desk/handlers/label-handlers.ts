import type { DrawnContent, LabelFault, LabelFile } from '../../../shared/contract/label-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { LabelProblem } from '../../../shared/labels/label-layout.ts';
import type { LabelPreview, LabelRow } from '../../../shared/labels/label-lists.ts';
import { lacksAddress } from '../../../shared/labels/lacks-address.ts';
import type { LogoFault } from '../../../shared/labels/logo.ts';
import { isLabelAddress } from '../../../shared/labels/own-label.ts';
import { sheetPapers } from '../../../shared/printing/label-sizes.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import type { LabelSheet } from '../../labels/formats/to-sheets.ts';
import type { Size } from '../../labels/layout/label-form.ts';
import type { OwnLabelRequest } from '../../labels/own-labels/make-own-label.ts';
import type { OutboxReader } from '../../outbox/open-reader.ts';
import type { LabelOrder, ListedLabel } from '../../outbox/read-labels.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import {
  drawLabels,
  labelDrawer,
  type DrawingContext,
  type LabelOrders,
  type DrawResult,
} from '../../printing/drawing/draw-labels.ts';
import { sampleOrder, defaultForm } from '../../printing/drawing/make-label-source.ts';
import {
  stackPages,
  ownLabelIn,
  addressFaults,
  ownLabelOf,
  ownLabelProblem,
  problemsAtDpi,
} from '../../printing/drawing/own-label-of-order.ts';
import type { OwnLabelWatch } from '../../printing/drawing/watch-own-labels.ts';
import { timeStamp, storeDownload } from '../calls/downloads.ts';

export interface LabelContext extends DrawingContext {
  reader: OutboxReader;
  folder: string;
  /** checks own labels of orders */
  ownLabelWatch: OwnLabelWatch;
  /** converts a picture to the dots of the desk's logo */
  makeLogo: (png: Uint8Array) => Promise<{ logo: string } | { fault: LogoFault }>;
}

type Names =
  | 'labels.stop'
  | 'labels.sample'
  | 'labels.draft'
  | 'labels.brought'
  | 'labels.page'
  | 'labels.rows'
  | 'labels.logo'
  | 'labels.pdf'
  | 'labels.preview'
  | 'labels.document'
  | 'labels.paper';
/** Options of a file of labels. */
interface FileOptions {
  operator: string;
  sheet?: LabelSheet | undefined;
}
type WriteLabels = (path: string, orders: LabelOrders, drawResult: DrawResult, options: FileOptions) => Promise<void>;

/** Labels of orders with a number, drawn in the reader thread. */
export function labelHandlers(context: LabelContext): Pick<Handlers<'reader'>, Names> {
  const { labels } = context.reader;

  function* ordersOf(ids: readonly string[], faults: LabelFault[]): Generator<LabelOrder> {
    for (const id of ids) {
      const order = labels.order(id);
      if (order) yield order;
      else faults.push({ id, key: '', message: 'This entry has no number yet, or no label.', stops: true });
    }
  }

  /** Null if none of the entries has a label and a number. */
  function ordersWithLabels(ids: readonly string[], faults: LabelFault[]): LabelOrders | null {
    const count = labels.countLabelled(ids);
    return count === 0 ? null : { count, orders: ordersOf(ids, faults) };
  }

  function* ordersByPage(lastSeq: number): Generator<LabelOrder> {
    for (
      let page = labels.ordersAfter(-1, lastSeq);
      page.length > 0;
      page = labels.ordersAfter(page.at(-1)!.seq, lastSeq)
    )
      yield* page;
  }

  /** All orders that have a number now; null if none has. */
  function allOrders(): LabelOrders | null {
    const range = labels.allOrders();
    return range && { count: range.count, orders: ordersByPage(range.last) };
  }

  const withProblem = (row: ListedLabel): LabelRow => ({ ...row, badLabel: context.ownLabelWatch.problemOf(row.id) });

  const writeLabelPdf: WriteLabels = async (path, orders, drawResult, { operator, sheet }) => {
    const [{ writePdf }, { formOnSheet, toSheets }] = await Promise.all([
      import('../../labels/formats/pdf.ts'),
      import('../../labels/formats/to-sheets.ts'),
    ]);
    if (!sheet)
      return void (await writePdf(path, drawLabels(context, orders, drawResult, operator, { ownPaper: null })));
    const form = formOnSheet(sheet);
    await writePdf(path, toSheets(drawLabels(context, orders, drawResult, operator, { form, ownPaper: form }), sheet));
  };
  const writeForDialog: WriteLabels = async (path, orders, drawResult, { operator, sheet }) => {
    const [{ writeHtml }, { formOnSheet, toSheets }] = await Promise.all([
      import('../../labels/formats/svg.ts'),
      import('../../labels/formats/to-sheets.ts'),
    ]);
    const paper = sheet ? formOnSheet(sheet) : defaultForm(context.settings());
    const labels = drawLabels(context, orders, drawResult, operator, { form: paper, ownPaper: paper });
    await writeHtml(path, sheet ? toSheets(labels, sheet) : labels, paperSize(sheet));
  };
  /** Paper size for the print dialog, in millimetres. */
  const paperSize = (sheet: LabelSheet | undefined): Size =>
    sheet ? sheetPapers[sheet.paper] : defaultForm(context.settings());

  /** Files being made, so that a person can cancel them. */
  const runningFiles = new Set<AbortController>();

  /** Makes one file of labels, kept until it is downloaded. */
  async function makeFile(
    options: FileOptions & { ids: string[]; reversed: boolean },
    format: keyof typeof mediaTypes,
  ): Promise<LabelFile> {
    const problems: LabelFault[] = [];
    const orders = ordersWithLabels(options.reversed ? options.ids.toReversed() : options.ids, problems);
    if (!orders) throw problem('label', 'None of these entries has a label and a number.');
    const now = context.now();
    const controller = new AbortController();
    const drawn: DrawnContent[] = [];
    const drawResult: DrawResult = {
      faults: problems,
      labelCount: 0,
      places: 0,
      ownDrawings: drawn,
      signal: controller.signal,
    };
    runningFiles.add(controller);
    const fileInfo = { name: `labels ${timeStamp(now)}.${format}`, mediaType: mediaTypes[format] };
    const file = await storeDownload(context.folder, fileInfo, now, async (path) => {
      await writeNonEmpty(problems, () =>
        (format === 'pdf' ? writeLabelPdf : writeForDialog)(path, orders, drawResult, options),
      );
    }).finally(() => runningFiles.delete(controller));
    const { width: widthMm, height: heightMm } = paperSize(options.sheet);
    return { file, labels: drawResult.labelCount, drawn, places: drawResult.places, widthMm, heightMm, problems };
  }

  async function preview(
    order: LabelOrder,
    drawing: DrawingContext,
    operator: string,
    dpi?: number,
  ): Promise<LabelPreview> {
    const ownRequest = ownLabelOf(order, drawing.settings(), { practice: drawing.isPractice(), copy: order.copy });
    return ownRequest ? previewOwnLabel(ownRequest, null, dpi) : previewDeskLabel(order, drawing, operator, dpi);
  }

  async function previewDeskLabel(
    order: LabelOrder,
    drawing: DrawingContext,
    operator: string,
    dpi?: number,
  ): Promise<LabelPreview> {
    const drawer = await labelDrawer(drawing, operator, defaultForm(drawing.settings(), dpi));
    const { toSvg } = await import('../../labels/formats/svg.ts');
    const layout = drawer.layOut(order);
    const { width: widthMm, height: heightMm, problems } = layout;
    return { svg: toSvg(drawer.draw(layout)), widthMm, heightMm, problems };
  }

  /** An own label as printed on paper of a size; null: each page keeps its own size. */
  async function previewOwnLabel(
    ownRequest: OwnLabelRequest,
    paper: Size | null = null,
    dpi?: number,
  ): Promise<LabelPreview> {
    const { toSvg } = await import('../../labels/formats/svg.ts');
    const result = await context.ownLabels.draw(ownRequest, paper);
    const fault = 'fault' in result ? result.fault : null;
    const { width, height } = defaultForm(context.settings());
    const placeholder =
      fault?.reason === 'zpl-printer'
        ? (await import('../../printing/drawing/zpl-placeholder.ts')).zplPlaceholder({ width, height })
        : null;
    const drawing = 'fault' in result ? (placeholder ?? { width, height, shapes: [] }) : stackPages(result.drawings);
    return {
      svg: toSvg(drawing),
      widthMm: drawing.width,
      heightMm: drawing.height,
      problems: problemsAtDpi(('fault' in result ? [result.fault] : (result.warnings ?? [])).map(ownLabelProblem), dpi),
    };
  }

  return {
    async 'labels.pdf'({ path, ids, ...options }) {
      const problems: LabelFault[] = [];
      const orders = ids ? ordersWithLabels(ids, problems) : allOrders();
      if (!orders) throw problem('label', 'No order with a label has a number yet, so there is no label to write.');
      try {
        const drawResult: DrawResult = { faults: problems, labelCount: 0, places: 0 };
        await writeNonEmpty(problems, () => writeLabelPdf(path, orders, drawResult, options));
        return { path, labels: drawResult.labelCount, problems };
      } catch (error) {
        if (error instanceof Error && 'syscall' in error && 'code' in error)
          throw problem('bad-file', `${path} cannot be written (${String(error.code)}).`, { reason: 'write' });
        throw error;
      }
    },
    async 'labels.preview'({ id, operator, dpi }) {
      const order = labels.order(id);
      if (!order) throw problem('label', 'This entry has no number yet, or no label.', { id });
      if (order.body === null)
        throw problem('damaged', 'What was captured is damaged on this disk, or was erased.', { id });
      const labelPreview = await preview(order, context, operator, dpi);
      return {
        ...labelPreview,
        problems: [...(lacksAddress(order.body) ? [noAddressProblem] : []), ...labelPreview.problems],
      };
    },
    'labels.stop'() {
      const stopped = runningFiles.size;
      for (const controller of runningFiles) controller.abort(problem('cancelled', 'No labels were made.'));
      return { stopped };
    },
    'labels.sample'(sampleSettings) {
      const settings = { ...context.settings(), ...withoutUndefined(sampleSettings) };
      return preview(sampleOrder, { ...context, settings: () => settings }, '');
    },
    async 'labels.brought'({ ids, dpi }) {
      const { found, left } = await context.ownLabelWatch.checkNow(ids, checkBudgetMs);
      const foundAtDpi = found.map(({ id, problems }) => ({ id, problems: problemsAtDpi(problems, dpi) }));
      return { found: foundAtDpi.filter(({ problems }) => problems.length > 0), left };
    },
    'labels.page'({ list, limit, search, ...position }) {
      const page = labels.page(list, position, limit, search);
      return { ...page, rows: page.rows.map(withProblem) };
    },
    'labels.rows': ({ seqs }) => ({ rows: labels.rows(seqs).map(withProblem) }),
    'labels.logo': ({ png }) => context.makeLogo(typeof png === 'string' ? Buffer.from(png, 'base64') : png),
    async 'labels.draft'({ body, operator }) {
      const ownRequest = ownLabelIn(body, context.settings(), { practice: context.isPractice(), copy: 1 });
      if (!ownRequest) return previewDeskLabel(draftOrder(body), context, operator);
      // a draft must not trigger downloads
      const inlineRequest = { ...ownRequest, texts: ownRequest.texts.filter((one) => !isLabelAddress(one)) };
      const inlinePreview =
        inlineRequest.texts.length > 0 && (await previewOwnLabel(inlineRequest, defaultForm(context.settings())));
      const ownPreview = inlinePreview && inlineRequest.texts.length === ownRequest.texts.length ? inlinePreview : null;
      const problems = [
        ...addressFaults(ownRequest).map(ownLabelProblem),
        ...(inlinePreview ? inlinePreview.problems : []),
      ];
      return { ...(ownPreview ?? (await previewDeskLabel(draftOrder(body), context, operator))), problems };
    },
    'labels.document': (options) => makeFile(options, 'pdf'),
    'labels.paper': (options) => makeFile(options, 'html'),
  };
}

/** The form's content as an order without number. */
function draftOrder(body: Record<string, unknown>): LabelOrder {
  const key = valueAt(body, ['Package', 'PackageId']);
  return { ...sampleOrder, key: typeof key === 'string' ? key : '', TrackingNumber: '', ShippingProvider: null, body };
}

/** Drops undefined properties. */
const withoutUndefined = <T extends object>(object: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;

/** Time budget of the check, which a script waits for (ms). */
const checkBudgetMs = 10_000;

const mediaTypes = { pdf: 'application/pdf', html: 'text/html' } as const;

/** Only a warning: a carrier's own code may be all that a label needs. */
const noAddressProblem: LabelProblem = {
  kind: 'no-address',
  field: 'recipient.Street1',
  message: 'The label has no address: neither a city nor a street.',
  params: {},
  stops: false,
};

/** Maximum number of faults named in one message. */
const maxNamedFaults = 20;

function describeFaults(faults: readonly LabelFault[]): string {
  const messages = faults
    .slice(0, maxNamedFaults)
    .map(({ key, message }) => (key === '' ? message : `${key}: ${message}`));
  return `${messages.join('; ')}${faults.length > maxNamedFaults ? ` and ${faults.length - maxNamedFaults} more` : ''}`;
}

async function writeNonEmpty(problems: readonly LabelFault[], writeLabels: () => Promise<void>): Promise<void> {
  try {
    await writeLabels();
  } catch (error) {
    if (error instanceof RangeError)
      throw problem('label', `None of the labels can be drawn. ${describeFaults(problems)}`);
    throw error;
  }
}
