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
import { sampleOrder, defaultForm } from '../../printing/drawing/label-source-of.ts';
import {
  stackPages,
  ownLabelIn,
  addressFaults,
  ownLabelOf,
  ownLabelProblem,
  problemsAt,
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
type Write = (path: string, orders: LabelOrders, told: DrawResult, wanted: FileOptions) => Promise<void>;

/** Labels of orders with a number, drawn in the reader thread. */
export function labelHandlers(context: LabelContext): Pick<Handlers<'reader'>, Names> {
  const { labels } = context.reader;

  function* read(ids: readonly string[], trouble: LabelFault[]): Generator<LabelOrder> {
    for (const id of ids) {
      const order = labels.order(id);
      if (order) yield order;
      else trouble.push({ id, key: '', message: 'This entry has no number yet, or no label.', stops: true });
    }
  }

  /** Null if none of the entries has a label and a number. */
  function ordersWithLabels(ids: readonly string[], trouble: LabelFault[]): LabelOrders | null {
    const count = labels.countOf(ids);
    return count === 0 ? null : { count, orders: read(ids, trouble) };
  }

  function* pages(last: number): Generator<LabelOrder> {
    for (let page = labels.ordersAfter(-1, last); page.length > 0; page = labels.ordersAfter(page.at(-1)!.seq, last))
      yield* page;
  }

  /** All orders that have a number now; null if none has. */
  function allOrders(): LabelOrders | null {
    const found = labels.allOrders();
    return found && { count: found.count, orders: pages(found.last) };
  }

  const withProblem = (row: ListedLabel): LabelRow => ({ ...row, badLabel: context.ownLabelWatch.problemOf(row.id) });

  const write: Write = async (path, orders, told, { operator, sheet }) => {
    const [{ writePdf }, { formOnSheet, toSheets }] = await Promise.all([
      import('../../labels/formats/pdf.ts'),
      import('../../labels/formats/to-sheets.ts'),
    ]);
    if (!sheet) return void (await writePdf(path, drawLabels(context, orders, told, operator, { ownPaper: null })));
    const form = formOnSheet(sheet);
    await writePdf(path, toSheets(drawLabels(context, orders, told, operator, { form, ownPaper: form }), sheet));
  };
  const writeForDialog: Write = async (path, orders, told, { operator, sheet }) => {
    const [{ writeHtml }, { formOnSheet, toSheets }] = await Promise.all([
      import('../../labels/formats/svg.ts'),
      import('../../labels/formats/to-sheets.ts'),
    ]);
    const paper = sheet ? formOnSheet(sheet) : defaultForm(context.settings());
    const labels = drawLabels(context, orders, told, operator, { form: paper, ownPaper: paper });
    await writeHtml(path, sheet ? toSheets(labels, sheet) : labels, paperSize(sheet));
  };
  /** Paper size for the print dialog, in millimetres. */
  const paperSize = (sheet: LabelSheet | undefined): Size =>
    sheet ? sheetPapers[sheet.paper] : defaultForm(context.settings());

  /** Files being made, so that a person can cancel them. */
  const runningFiles = new Set<AbortController>();

  /** Makes one file of labels, kept until it is downloaded. */
  async function makeFile(
    wanted: FileOptions & { ids: string[]; reversed: boolean },
    form: keyof typeof mediaTypes,
  ): Promise<LabelFile> {
    const problems: LabelFault[] = [];
    const orders = ordersWithLabels(wanted.reversed ? wanted.ids.toReversed() : wanted.ids, problems);
    if (!orders) throw problem('label', 'None of these entries has a label and a number.');
    const now = context.now();
    const stop = new AbortController();
    const drawn: DrawnContent[] = [];
    const told: DrawResult = { faults: problems, labels: 0, places: 0, drawn, signal: stop.signal };
    runningFiles.add(stop);
    const about = { name: `labels ${timeStamp(now)}.${form}`, mediaType: mediaTypes[form] };
    const file = await storeDownload(context.folder, about, now, async (path) => {
      await writeNonEmpty(problems, () => (form === 'pdf' ? write : writeForDialog)(path, orders, told, wanted));
    }).finally(() => runningFiles.delete(stop));
    const { width: widthMm, height: heightMm } = paperSize(wanted.sheet);
    return { file, labels: told.labels, drawn, places: told.places, widthMm, heightMm, problems };
  }

  async function preview(
    order: LabelOrder,
    drawing: DrawingContext,
    operator: string,
    dpi?: number,
  ): Promise<LabelPreview> {
    const own = ownLabelOf(order, drawing.settings(), { practice: drawing.practice(), copy: order.copy });
    return own ? previewOwnLabel(own, null, dpi) : previewDeskLabel(order, drawing, operator, dpi);
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
  async function previewOwnLabel(own: OwnLabelRequest, paper: Size | null = null, dpi?: number): Promise<LabelPreview> {
    const { toSvg } = await import('../../labels/formats/svg.ts');
    const drawn = await context.ownLabels.draw(own, paper);
    const fault = 'fault' in drawn ? drawn.fault : null;
    const { width, height } = defaultForm(context.settings());
    const sign =
      fault?.reason === 'zpl-printer'
        ? (await import('../../printing/drawing/zpl-placeholder.ts')).zplPlaceholder({ width, height })
        : null;
    const whole = 'fault' in drawn ? (sign ?? { width, height, shapes: [] }) : stackPages(drawn.drawings);
    return {
      svg: toSvg(whole),
      widthMm: whole.width,
      heightMm: whole.height,
      problems: problemsAt(('fault' in drawn ? [drawn.fault] : (drawn.warnings ?? [])).map(ownLabelProblem), dpi),
    };
  }

  return {
    async 'labels.pdf'({ path, ids, ...wanted }) {
      const problems: LabelFault[] = [];
      const orders = ids ? ordersWithLabels(ids, problems) : allOrders();
      if (!orders) throw problem('label', 'No order with a label has a number yet, so there is no label to write.');
      try {
        const told: DrawResult = { faults: problems, labels: 0, places: 0 };
        await writeNonEmpty(problems, () => write(path, orders, told, wanted));
        return { path, labels: told.labels, problems };
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
      const shown = await preview(order, context, operator, dpi);
      return { ...shown, problems: [...(lacksAddress(order.body) ? [noAddressProblem] : []), ...shown.problems] };
    },
    'labels.stop'() {
      const stopped = runningFiles.size;
      for (const one of runningFiles) one.abort(problem('cancelled', 'No labels were made.'));
      return { stopped };
    },
    'labels.sample'(given) {
      const settings = { ...context.settings(), ...withoutUndefined(given) };
      return preview(sampleOrder, { ...context, settings: () => settings }, '');
    },
    async 'labels.brought'({ ids, dpi }) {
      const { found, left } = await context.ownLabelWatch.checkNow(ids, checkBudgetMs);
      const atHead = found.map(({ id, problems }) => ({ id, problems: problemsAt(problems, dpi) }));
      return { found: atHead.filter(({ problems }) => problems.length > 0), left };
    },
    'labels.page'({ list, limit, search, ...place }) {
      const page = labels.page(list, place, limit, search);
      return { ...page, rows: page.rows.map(withProblem) };
    },
    'labels.rows': ({ seqs }) => ({ rows: labels.rows(seqs).map(withProblem) }),
    'labels.logo': ({ png }) => context.makeLogo(typeof png === 'string' ? Buffer.from(png, 'base64') : png),
    async 'labels.draft'({ body, operator }) {
      const own = ownLabelIn(body, context.settings(), { practice: context.practice(), copy: 1 });
      if (!own) return previewDeskLabel(draftOrder(body), context, operator);
      // a draft must not trigger downloads
      const here = { ...own, texts: own.texts.filter((one) => !isLabelAddress(one)) };
      const drawn = here.texts.length > 0 && (await previewOwnLabel(here, defaultForm(context.settings())));
      const shown = drawn && here.texts.length === own.texts.length ? drawn : null;
      const problems = [...addressFaults(own).map(ownLabelProblem), ...(drawn ? drawn.problems : [])];
      return { ...(shown ?? (await previewDeskLabel(draftOrder(body), context, operator))), problems };
    },
    'labels.document': (wanted) => makeFile(wanted, 'pdf'),
    'labels.paper': (wanted) => makeFile(wanted, 'html'),
  };
}

/** The form's content as an order without number. */
function draftOrder(body: Record<string, unknown>): LabelOrder {
  const key = valueAt(body, ['Package', 'PackageId']);
  return { ...sampleOrder, key: typeof key === 'string' ? key : '', TrackingNumber: '', ShippingProvider: null, body };
}

/** Drops undefined properties. */
const withoutUndefined = <T extends object>(given: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

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

/** Faults named in one message. */
const faultsNamed = 20;

function describeFaults(faults: readonly LabelFault[]): string {
  const named = faults.slice(0, faultsNamed).map(({ key, message }) => (key === '' ? message : `${key}: ${message}`));
  return `${named.join('; ')}${faults.length > faultsNamed ? ` and ${faults.length - faultsNamed} more` : ''}`;
}

async function writeNonEmpty(problems: readonly LabelFault[], write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof RangeError)
      throw problem('label', `None of the labels can be drawn. ${describeFaults(problems)}`);
    throw error;
  }
}
