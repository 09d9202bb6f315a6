import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { DrawnContent, LabelFault } from '../../../shared/contract/label-procedures.ts';
import type { Layout } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/formats/draw.ts';
import type { LabelForm, Size } from '../../labels/layout/label-form.ts';
import { ownLabelAddresses } from '../../labels/own-labels/own-label-text.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { labelSourceOf, printedLine, defaultForm } from './make-label-source.ts';
import { ownLabelOf, ownLabelFaultText, type OwnLabelDrawer } from './own-label-of-order.ts';

export interface DrawingContext {
  settings: () => Settings;
  /** code of this desk; empty if none is assigned yet */
  deskCode: () => string;
  now: () => number;
  /** whether the folder delivers to practice: its labels are marked, so that none is taken for a real one */
  isPractice: () => boolean;
  /** draws own labels of orders */
  ownLabels: OwnLabelDrawer;
  emit: (event: DeskEvent) => void;
  /** lets pending calls run first */
  yieldToEventLoop: () => Promise<void>;
}

/** Lays out and draws labels of orders. Shaping and fonts are loaded on first use, since not every start needs them. */
export async function labelDrawer(context: DrawingContext, operator: string, form?: LabelForm) {
  const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
    import('../../labels/text/fonts.ts'),
    import('../../labels/layout/lay-out.ts'),
    import('../../labels/formats/draw.ts'),
  ]);
  const fonts = openFonts();
  const printed = printedLine(context.deskCode(), operator, context.now());
  // read once, so that labels drawn together look alike even if settings change meanwhile
  const [settings, isPractice] = [context.settings(), context.isPractice()];
  return {
    layOut(order: LabelOrder): Layout {
      const source = { ...labelSourceOf(order, settings, isPractice, printed), copy: order.copy };
      return layOut(source, fonts, form ?? defaultForm(settings));
    },
    draw: (layout: Layout): Drawing => draw(layout, fonts),
  };
}

/** Orders to draw, read lazily; `count` is their number. */
export interface LabelOrders {
  count: number;
  orders: Iterable<LabelOrder>;
}

/** Paper of a batch of labels. */
export interface LabelPaper {
  /** omitted: the form of the settings */
  form?: LabelForm;
  /** paper for own labels of orders; null: each page keeps its own size */
  ownPaper: Size | null;
}

/** Result of a batch, filled in while labels are drawn. */
export interface DrawResult {
  faults: LabelFault[];
  /** number of labels drawn */
  labelCount: number;
  /** their pages: an own label may have several */
  places: number;
  /** what was drawn; omitted: it is not kept */
  ownDrawings?: DrawnContent[];
  /** cancels the batch; omitted: it cannot be cancelled */
  signal?: AbortSignal;
}

/** Maximum number of orders read ahead: their own labels are fetched while earlier ones are drawn. */
const maxReadAhead = 12;

/** Yields the orders unchanged. As long as own labels are URLs, reads the next orders ahead and prefetches theirs. */
function* prefetchOwnLabels(
  { ownLabels: drawer }: DrawingContext,
  settings: Settings,
  orders: Iterable<LabelOrder>,
): Generator<LabelOrder> {
  const iterator = orders[Symbol.iterator]();
  const readAhead: LabelOrder[] = [];
  function prefetch(order: LabelOrder): boolean {
    const own = ownLabelOf(order, settings, { practice: false, copy: 1 });
    if (!own || ownLabelAddresses(own.texts).length === 0) return false;
    drawer.prefetch(own);
    return true;
  }
  function readNext(): LabelOrder | null {
    const step = iterator.next();
    return step.done ? null : step.value;
  }
  for (let order = readNext(); order; order = readAhead.shift() ?? readNext()) {
    for (let hasUrl = prefetch(order); hasUrl && readAhead.length < maxReadAhead;) {
      const nextOrder = readNext();
      if (nextOrder) readAhead.push(nextOrder);
      hasUrl = nextOrder !== null && prefetch(nextOrder);
    }
    yield order;
  }
}

/** Awaits the work, but rejects as soon as the signal is aborted. */
async function rejectOnAbort<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Draws orders one by one; labels that must not be printed are left out, and all problems are reported. */
export async function* drawLabels(
  context: DrawingContext,
  { count, orders }: LabelOrders,
  result: DrawResult,
  operator: string,
  { form, ownPaper }: LabelPaper,
): AsyncGenerator<Drawing> {
  const drawer = await labelDrawer(context, operator, form);
  const [settings, isPractice] = [context.settings(), context.isPractice()];
  let doneCount = 0;
  for (const order of prefetchOwnLabels(context, settings, orders)) {
    result.signal?.throwIfAborted();
    context.emit({ kind: 'labels', done: ++doneCount, of: count });
    const { id, key, provisional } = order;
    const addFault = (message: string, stops: boolean): void => void result.faults.push({ id, key, message, stops });
    const countDrawn = (places: number): void => {
      result.labelCount += 1;
      result.places += places;
      result.ownDrawings?.push({
        id,
        number: order.TrackingNumber,
        provisional,
        content: order.drawnFrom.toString('hex'),
      });
    };
    if (order.body === null) {
      addFault('What was captured is damaged on this disk, or was erased.', true);
      continue;
    }
    const own = ownLabelOf(order, settings, { practice: isPractice, copy: order.copy });
    if (own) {
      const drawn = await rejectOnAbort(context.ownLabels.draw(own, ownPaper), result.signal);
      if ('fault' in drawn) addFault(ownLabelFaultText(drawn.fault), true);
      else {
        countDrawn(drawn.drawings.length);
        yield* drawn.drawings;
      }
      continue;
    }
    const layout = drawer.layOut(order);
    // a warning about fine bars is shown in the preview; such a label is complete
    for (const { kind, message, stops } of layout.problems) if (kind !== 'fine-bars') addFault(message, stops);
    if (!layout.problems.some(({ stops }) => stops)) {
      countDrawn(1);
      yield drawer.draw(layout);
    }
    await context.yieldToEventLoop();
  }
}
