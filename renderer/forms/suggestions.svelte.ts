import type { ListItem, ListName } from '../../shared/memory-procedures.ts';
import { choices } from '../state/choices.svelte.ts';
import { ask } from '../transport/desk.ts';

const shown = 8;

/** What is offered under one field while it is typed. Nothing is taken unless it is highlighted. */
export class Suggestions {
  items = $state.raw<readonly ListItem[]>([]);
  at = $state(-1);
  #asked = 0;

  get open(): boolean {
    return this.items.length > 0;
  }

  /** Asks for what fits the text; an answer that is late, or finds the field left, is dropped. */
  async offer(
    list: ListName | undefined,
    seen: readonly string[],
    text: string,
    goods?: 'Sku' | 'DeclareNameEn',
  ): Promise<void> {
    const asked = ++this.#asked;
    const typed = text.trim();
    if (typed === '') return this.close();
    let items: readonly ListItem[] = seen
      .filter((code) => code.toLowerCase().startsWith(typed.toLowerCase()))
      .map((code) => ({ code, name: '', used: 0 }));
    if (list !== undefined || goods !== undefined) {
      const [remembered, found] = await Promise.all([
        goods ? goodsFor(goods, typed) : [],
        list ? itemsOf(list, typed) : [],
      ]);
      if (asked !== this.#asked) return;
      const codes = new Set(remembered.map(({ code }) => code));
      items = [...remembered, ...found.filter(({ code }) => !codes.has(code))].slice(0, shown);
    }
    const isCode = items.some(({ code }) => code === typed);
    this.items = isCode && items.length === 1 ? [] : items;
    // countries are a closed list: what is no code means the first that fits. Goods are nearly always known: the beginning of the one code
    // that fits means it. Other codes may be new
    const means = list === 'countries' || (list === 'skus' && isBeginningOf(typed, this.items));
    this.at = means && !isCode ? 0 : -1;
  }

  /** Shows codes that were found already; none is highlighted. */
  propose(codes: readonly string[]): void {
    this.close();
    this.items = codes.slice(0, shown).map((code) => ({ code, name: '', used: 0 }));
  }

  move(by: number): void {
    const count = this.items.length;
    this.at = Math.max(-1, Math.min(count - 1, this.at + by));
  }

  /** The code that is highlighted, if one is; the list closes. */
  take(at = this.at): string | undefined {
    const code = this.items[at]?.code;
    this.close();
    return code;
  }

  close(): void {
    this.#asked++;
    this.items = [];
    this.at = -1;
  }
}

const isBeginningOf = (typed: string, [only, ...others]: readonly ListItem[]): boolean =>
  only !== undefined && others.length === 0 && only.code.toLowerCase().startsWith(typed.toLowerCase());

async function itemsOf(list: ListName, typed: string): Promise<readonly ListItem[]> {
  const { language } = choices;
  const found = await ask('lists.find', { list, text: typed.slice(0, 200), limit: shown, language });
  return found.ok ? found.value.items : [];
}

/** Goods the desk remembers, found by any of their names. */
async function goodsFor(by: 'Sku' | 'DeclareNameEn', typed: string): Promise<readonly ListItem[]> {
  // each is remembered by its SKU and by its name
  const found = await ask('goods.find', { text: typed.slice(0, 200), limit: 2 * shown });
  if (!found.ok) return [];
  const own = found.value.goods.filter((goods) => goods.by === by);
  return own.map(({ name, facts, used }) => {
    const names = [by === 'Sku' ? facts['DeclareNameEn'] : undefined, facts['DeclareNameCn'], facts['ProductName']];
    return { code: name, name: String(names.find((one) => one !== undefined) ?? ''), used };
  });
}
