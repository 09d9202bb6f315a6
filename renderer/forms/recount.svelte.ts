import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { inLine, lastName } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';

/** A line whose count began anew, and the quantity that had come over with it. */
export interface Recounted {
  list: string;
  line: number;
  Sku: string;
  carried: string;
}

const saidByGoods: ReadonlySet<string> = new Set(['Quantity', ...Object.values(goodsFactNames).flat()]);
const first = '1';

/** Goods in hand are not those of the parcel before: the first scan of a line that came over, and that nobody looked at, counts from 1. */
export class Recount {
  readonly #form: OrderForm;
  #last = $state.raw<Recounted | null>(null);

  constructor(form: OrderForm) {
    this.#form = form;
  }

  /** Whether the next scan of a line's goods counts from 1: its quantity came over, and nobody looked at it. */
  isDue(list: string, line: number): boolean {
    const origin = this.#form.origins.at(inLine(list, line, 'Quantity'));
    return origin === 'carried' || origin === 'template';
  }

  /** Begins to count a line anew; undefined where its quantity did not come over, or somebody looked at it. */
  begin(list: string, line: number): Recounted | undefined {
    const form = this.#form;
    const quantity = inLine(list, line, 'Quantity');
    const carried = form.textAt(quantity);
    if (!this.isDue(list, line)) return undefined;
    const { asked } = form;
    const paths = [...form.textsIn(list, line)].map(([path]) => path);
    // what usually changes and no goods say is asked all the same
    const known = paths.filter((path) => !asked.asks(path) || saidByGoods.has(lastName(path)));
    for (const path of known) form.origins.markSeen(path);
    asked.answer(known.filter((path) => asked.asks(path)));
    form.type(quantity, first);
    return (this.#last = { list, line, Sku: form.textAt(inLine(list, line, 'Sku')).trim(), carried });
  }

  /** The last one, as long as nothing was counted or typed there since. */
  get last(): Recounted | null {
    const last = this.#last;
    if (last === null) return null;
    const at = (column: string): string => this.#form.textAt(inLine(last.list, last.line, column)).trim();
    return at('Quantity') === first && at('Sku') === last.Sku ? last : null;
  }

  /** The quantity that came over was right: it stands again, and the next scan adds to it. */
  takeBack(): void {
    const { last } = this;
    if (last) this.#form.type(inLine(last.list, last.line, 'Quantity'), last.carried);
    this.#last = null;
  }
}
