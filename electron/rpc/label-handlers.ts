import type { DeskEvent } from '../../shared/desk-contract.ts';
import { problem } from '../../shared/problem.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Drawing } from '../labels/draw.ts';
import type { LabelOrder } from '../outbox/read-labels.ts';
import type { OutboxReader } from '../outbox/open-reader.ts';
import type { Handlers } from './answer.ts';
import { labelSourceOf } from './label-source-of.ts';

export interface LabelParts {
  reader: OutboxReader;
  settings: () => Settings;
  /** whether the folder delivers to practice, so that no label of it is ever taken for a real one */
  practice: () => boolean;
  tell: (event: DeskEvent) => void;
  /** lets waiting calls go first */
  rest: () => Promise<void>;
}

interface LabelTrouble {
  id: string;
  key: string;
  message: string;
}

/** Labels of label orders that have a number, drawn in the reading thread. */
export function labelHandlers(parts: LabelParts): Pick<Handlers<'reader'>, 'labels.pdf'> {
  async function* drawings(orders: Iterable<LabelOrder>, of: number, trouble: LabelTrouble[]): AsyncGenerator<Drawing> {
    // loaded at first use: shaping and fonts are not for every day's start
    const [{ openFonts }, { layOut }, { draw }] = await Promise.all([
      import('../labels/open-fonts.ts'),
      import('../labels/lay-out.ts'),
      import('../labels/draw.ts'),
    ]);
    const fonts = openFonts();
    let done = 0;
    for (const order of orders) {
      parts.tell({ kind: 'labels', done: ++done, of });
      if (order.body === null) {
        trouble.push({ id: order.id, key: order.key, message: 'What was captured is damaged on this disk.' });
        continue;
      }
      const layout = layOut(labelSourceOf(order, parts.settings(), parts.practice()), fonts);
      trouble.push(...layout.problems.map(({ message }) => ({ id: order.id, key: order.key, message })));
      if (!layout.problems.some(({ stops }) => stops)) yield draw(layout, fonts);
      await parts.rest();
    }
  }

  function chosen(ids: readonly string[], trouble: LabelTrouble[]): LabelOrder[] {
    return ids.flatMap((id) => {
      const order = parts.reader.labels.order(id);
      if (!order) trouble.push({ id, key: '', message: 'This entry is no label order with a number.' });
      return order ? [order] : [];
    });
  }

  return {
    async 'labels.pdf'({ path, ids }) {
      const { writePdf } = await import('../labels/to-pdf.ts');
      const problems: LabelTrouble[] = [];
      const orders = ids ? chosen(ids, problems) : [...parts.reader.labels.orders()];
      if (orders.length === 0)
        throw problem('label', 'No label order has a number yet, so there is no label to write.');
      try {
        const labels = await writePdf(path, drawings(orders, orders.length, problems));
        return { path, labels, problems };
      } catch (error) {
        if (error instanceof RangeError)
          throw problem('label', `None of the labels can be drawn: ${problems[0]?.message}`);
        if (error instanceof Error && 'syscall' in error && 'code' in error)
          throw problem('bad-file', `${path} cannot be written (${String(error.code)}).`, { reason: 'write' });
        throw error;
      }
    },
  };
}
