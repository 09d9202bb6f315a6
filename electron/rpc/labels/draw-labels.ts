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
  /** code of this desk; empty where it has none yet */
  deskCode: () => string;
  now: () => number;
  /** whether the folder delivers to practice, so that no label of it is ever taken for a real one */
  practice: () => boolean;
  /** draws labels that orders bring along */
  own: OwnDrawer;
  emit: (event: DeskEvent) => void;
  /** lets waiting calls go first */
  yieldToEventLoop: () => Promise<void>;
}

export interface LabelTrouble {
  id: string;
  key: string;
  message: string;
}

/** Lays out and draws labels of orders, for whoever prints them. Shaping and fonts are loaded at first use: they are not for every day's start. */
export async function labelDrawer(parts: DrawingParts, operator: string, form?: LabelForm) {
  const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
    import('../../labels/open-fonts.ts'),
    import('../../labels/lay-out.ts'),
    import('../../labels/draw.ts'),
  ]);
  const fonts = openFonts();
  const printed = printedBy(parts.deskCode(), operator, parts.now());
  // labels that are drawn together are alike, whatever is set meanwhile
  const [settings, practice] = [parts.settings(), parts.practice()];
  return {
    layOut(order: LabelOrder): Layout {
      const source = { ...labelSourceOf(order, settings, practice, printed), copy: order.copy };
      return layOut(source, fonts, form ?? usualForm(settings));
    },
    draw: (layout: Layout): Drawing => draw(layout, fonts),
  };
}

/** Orders to draw, read as they are asked for; `count` is how many there are. */
export interface LabelOrders {
  count: number;
  orders: Iterable<LabelOrder>;
}

/** Where labels go. */
export interface LabelPlace {
  /** left out: as usual */
  form?: LabelForm;
  /** paper for labels that orders bring along; null: each page is as large as it is */
  ownPaper: Size | null;
}

/** What became of labels that were asked for. */
export interface LabelsTold {
  trouble: LabelTrouble[];
  /** labels that were drawn; one that an order brings along may have several pages */
  labels: number;
  /** a person may stop it; left out: nobody does */
  signal?: AbortSignal;
}

/** Orders that are read before their turn, where what their own labels name is fetched meanwhile. */
const lookAhead = 12;

/** The same orders, one by one; behind one whose own label is at an address those that follow are looked at for such, too. */
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

/** Rejects as soon as a person has stopped it. */
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

/** Drawings of these orders, one by one; what must not be printed is left out and named. */
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
    // a barcode that is fine is whole: its preview warns of it
    for (const { kind, message } of layout.problems) if (kind !== 'fine-bars') say(message);
    if (!layout.problems.some(({ stops }) => stops)) {
      told.labels += 1;
      yield drawer.draw(layout);
    }
    await parts.yieldToEventLoop();
  }
}
