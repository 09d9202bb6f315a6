import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { Layout } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/draw.ts';
import type { LabelForm, Size } from '../../labels/label-form.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { ownAddresses } from '../../own-labels/read-text.ts';
import { labelSourceOf } from './label-source-of.ts';
import { ownLabelOf, wordsOfOwn, type OwnDrawer } from './own-label-of.ts';
import { printedBy } from './printed-by.ts';
import { usualForm } from './usual-form.ts';

export interface DrawingParts {
  settings: () => Settings;
  /** code of this desk; empty if none is assigned yet */
  deskCode: () => string;
  now: () => number;
  /** whether the folder delivers to practice: its labels are marked, so that none is taken for a real one */
  practice: () => boolean;
  /** draws own labels of orders */
  own: OwnDrawer;
  emit: (event: DeskEvent) => void;
  /** lets pending calls run first */
  yieldToEventLoop: () => Promise<void>;
}

export interface LabelTrouble {
  id: string;
  key: string;
  message: string;
}

/** Lays out and draws labels of orders. Shaping and fonts are loaded on first use, since not every start needs them. */
export async function labelDrawer(parts: DrawingParts, operator: string, form?: LabelForm) {
  const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
    import('../../labels/open-fonts.ts'),
    import('../../labels/lay-out.ts'),
    import('../../labels/draw.ts'),
  ]);
  const fonts = openFonts();
  const printed = printedBy(parts.deskCode(), operator, parts.now());
  // labels drawn together are alike, even if settings change meanwhile
  const [settings, practice] = [parts.settings(), parts.practice()];
  return {
    layOut(order: LabelOrder): Layout {
      const source = { ...labelSourceOf(order, settings, practice, printed), copy: order.copy };
      return layOut(source, fonts, form ?? usualForm(settings));
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
export interface LabelPlace {
  /** default: the usual form */
  form?: LabelForm;
  /** paper for own labels of orders; null: each page keeps its own size */
  ownPaper: Size | null;
}

/** Result of a batch, filled in while labels are drawn. */
export interface LabelsTold {
  trouble: LabelTrouble[];
  /** number of labels drawn; an own label may have several pages */
  labels: number;
  /** cancels the batch; omitted: it cannot be cancelled */
  signal?: AbortSignal;
}

/** Orders read ahead, so that their own labels can be fetched meanwhile. */
const lookAhead = 12;

/** Yields the same orders. After one whose own label is a URL, looks ahead at the next ones and prefetches theirs. */
function* withOwnAhead(
  { own: drawer }: DrawingParts,
  settings: Settings,
  orders: Iterable<LabelOrder>,
): Generator<LabelOrder> {
  const left = orders[Symbol.iterator]();
  const next: LabelOrder[] = [];
  function isFetched(order: LabelOrder): boolean {
    const own = ownLabelOf(order, settings, { practice: false, copy: 1 });
    if (!own || ownAddresses(own.texts).length === 0) return false;
    drawer.ahead(own);
    return true;
  }
  function read(): LabelOrder | null {
    const found = left.next();
    return found.done ? null : found.value;
  }
  for (let order = read(); order; order = next.shift() ?? read()) {
    for (let goesOn = isFetched(order); goesOn && next.length < lookAhead;) {
      const more = read();
      if (more) next.push(more);
      goesOn = more !== null && isFetched(more);
    }
    yield order;
  }
}

/** Rejects as soon as the signal is aborted. */
async function orStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Draws orders one by one; labels that must not be printed are left out and reported. */
export async function* drawLabels(
  parts: DrawingParts,
  { count, orders }: LabelOrders,
  told: LabelsTold,
  operator: string,
  { form, ownPaper }: LabelPlace,
): AsyncGenerator<Drawing> {
  const drawer = await labelDrawer(parts, operator, form);
  const [settings, practice] = [parts.settings(), parts.practice()];
  let done = 0;
  for (const order of withOwnAhead(parts, settings, orders)) {
    told.signal?.throwIfAborted();
    parts.emit({ kind: 'labels', done: ++done, of: count });
    const say = (message: string): void => void told.trouble.push({ id: order.id, key: order.key, message });
    if (order.body === null) {
      say('What was captured is damaged on this disk, or was erased.');
      continue;
    }
    const own = ownLabelOf(order, settings, { practice, copy: order.copy });
    if (own) {
      const drawn = await orStopped(parts.own.draw(own, ownPaper), told.signal);
      if ('fault' in drawn) say(wordsOfOwn(drawn.fault));
      else {
        told.labels += 1;
        yield* drawn.drawings;
      }
      continue;
    }
    const layout = drawer.layOut(order);
    // a warning about fine bars is shown in the preview; such a label is complete
    for (const { kind, message } of layout.problems) if (kind !== 'fine-bars') say(message);
    if (!layout.problems.some(({ stops }) => stops)) {
      told.labels += 1;
      yield drawer.draw(layout);
    }
    await parts.yieldToEventLoop();
  }
}
