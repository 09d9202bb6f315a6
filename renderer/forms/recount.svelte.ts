import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { inLine, lastName } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

/** A line whose count restarted, with the carried-over quantity. */
export interface RestartedCount {
  list: string;
  line: number;
  Sku: string;
  carried: string;
}

const fieldsOfGoods: ReadonlySet<string> = new Set(['Quantity', ...Object.values(goodsFactNames).flat()]);
const first = '1';

/**
 * Restarts carried-over counts: the goods in hand are not those of the previous parcel, so the first scan of a
 * carried-over line that was not reviewed counts from 1.
 */
export class CountRestart {
  readonly #form: OrderForm;
  #last = $state.raw<RestartedCount | null>(null);

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Whether the next scan of a line's goods counts from 1: its quantity was carried over and not reviewed. */
  isDue(list: string, line: number): boolean {
    const origin = this.#form.origins.at(inLine(list, line, 'Quantity'));
    return origin === 'carried' || origin === 'template';
  }

  /** Restarts the count of a line; undefined if its quantity was not carried over or has been reviewed. */
  restart(list: string, line: number): RestartedCount | undefined {
    const form = this.#form;
    const quantity = inLine(list, line, 'Quantity');
    const carried = form.textAt(quantity);
    if (!this.isDue(list, line)) return undefined;
    const { fieldsToReconfirm: asked } = form;
    const paths = [...form.textsIn(list, line)].map(([path]) => path);
    // Fields that usually change and do not follow from the goods still need reconfirming.
    const known = paths.filter((path) => !asked.needsReconfirm(path) || fieldsOfGoods.has(lastName(path)));
    for (const path of known) form.origins.markReviewed(path);
    asked.confirm(known.filter((path) => asked.needsReconfirm(path)));
    form.type(quantity, first);
    return (this.#last = { list, line, Sku: form.textAt(inLine(list, line, 'Sku')).trim(), carried });
  }

  /** The last restart, unless the line was counted or typed in since. */
  get last(): RestartedCount | null {
    const last = this.#last;
    if (last === null) return null;
    const at = (column: string): string => this.#form.textAt(inLine(last.list, last.line, column)).trim();
    return at('Quantity') === first && at('Sku') === last.Sku ? last : null;
  }

  /** Restores the carried-over quantity, so that the next scan adds to it. */
  undo(): void {
    const { last } = this;
    if (last) this.#form.type(inLine(last.list, last.line, 'Quantity'), last.carried);
    this.#last = null;
  }
}
