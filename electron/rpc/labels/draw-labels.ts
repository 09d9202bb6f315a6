import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { Layout } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import type { Drawing } from '../../labels/draw.ts';
import { thermalForm, type LabelForm } from '../../labels/label-form.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { labelSourceOf } from './label-source-of.ts';
import { printedBy } from './printed-by.ts';

export interface DrawingParts {
  settings: () => Settings;
  /** code of this desk; empty where it has none yet */
  deskCode: () => string;
  now: () => number;
  /** whether the folder delivers to practice, so that no label of it is ever taken for a real one */
  practice: () => boolean;
  emit: (event: DeskEvent) => void;
  /** lets waiting calls go first */
  yieldToEventLoop: () => Promise<void>;
}

export interface LabelTrouble {
  id: string;
  key: string;
  message: string;
}

/** The form of labels where neither a printer nor a sheet says another. */
export const usualForm = (settings: Settings): LabelForm => thermalForm(labelSizes[settings.labelSize]);

/** Lays out and draws labels of orders, for whoever prints them. Shaping and fonts are loaded at first use: they are not for every day's start. */
export async function labelDrawer(parts: DrawingParts, operator: string, form?: LabelForm) {
  const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
    import('../../labels/open-fonts.ts'),
    import('../../labels/lay-out.ts'),
    import('../../labels/draw.ts'),
  ]);
  const fonts = openFonts();
  const printed = printedBy(parts.deskCode(), operator, parts.now());
  return {
    layOut(order: LabelOrder): Layout {
      const settings = parts.settings();
      return layOut(labelSourceOf(order, settings, parts.practice(), printed), fonts, form ?? usualForm(settings));
    },
    draw: (layout: Layout): Drawing => draw(layout, fonts),
  };
}

/** Orders to draw, read as they are asked for; `count` is how many there are. */
export interface LabelOrders {
  count: number;
  orders: Iterable<LabelOrder>;
}

/** Drawings of these orders, one by one; what must not be printed is left out and named in `trouble`. */
export async function* drawLabels(
  parts: DrawingParts,
  { count, orders }: LabelOrders,
  trouble: LabelTrouble[],
  operator = '',
  form?: LabelForm,
): AsyncGenerator<Drawing> {
  const drawer = await labelDrawer(parts, operator, form);
  let done = 0;
  for (const order of orders) {
    parts.emit({ kind: 'labels', done: ++done, of: count });
    if (order.body === null) {
      trouble.push({
        id: order.id,
        key: order.key,
        message: 'What was captured is damaged on this disk, or was erased.',
      });
      continue;
    }
    const layout = drawer.layOut(order);
    trouble.push(...layout.problems.map(({ message }) => ({ id: order.id, key: order.key, message })));
    if (!layout.problems.some(({ stops }) => stops)) yield drawer.draw(layout);
    await parts.yieldToEventLoop();
  }
}
