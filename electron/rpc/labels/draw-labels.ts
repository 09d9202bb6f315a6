import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { Layout } from '../../../shared/labels/label-layout.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Drawing } from '../../labels/draw.ts';
import type { LabelOrder } from '../../outbox/read-labels.ts';
import { labelSourceOf } from './label-source-of.ts';

export interface DrawingParts {
  settings: () => Settings;
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

/** Lays out and draws labels of orders. Shaping and fonts are loaded at first use: they are not for every day's start. */
export async function labelDrawer(parts: DrawingParts) {
  const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
    import('../../labels/open-fonts.ts'),
    import('../../labels/lay-out.ts'),
    import('../../labels/draw.ts'),
  ]);
  const fonts = openFonts();
  return {
    layOut: (order: LabelOrder): Layout => layOut(labelSourceOf(order, parts.settings(), parts.practice()), fonts),
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
): AsyncGenerator<Drawing> {
  const drawer = await labelDrawer(parts);
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
