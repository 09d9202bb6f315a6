import type { ListName, ListItem } from '../../shared/contract/memory-procedures.ts';
import { lastName } from '../../shared/path/path.ts';
import { choices } from '../choices/choices.svelte.ts';
import { ask } from '../transport/desk.ts';

const lists: Readonly<Record<string, ListName>> = {
  ServiceCode: 'services',
  WarehouseId: 'warehouses',
  WareHouseCode: 'warehouses',
  WarehouseCode: 'warehouses',
  Country: 'countries',
  Sku: 'skus',
  OriginalSku: 'skus',
  Location: 'locations',
  ShippingType: 'shippingTypes',
};

/** The list whose codes and names are suggested for this field; a SKU being created is in no list yet. */
export function suggestionSourceOf(path: string): ListName | undefined {
  const name = lastName(path);
  return path !== 'Sku' && Object.hasOwn(lists, name) ? lists[name] : undefined;
}

const shown = 8;
/** How long Enter waits for pending suggestions (ms); lists are stored on the desk and answer far sooner. */
const pendingMs = 3000;

/** Suggestions under one field while it is typed in. Nothing is applied unless it is highlighted. */
export class Suggestions {
  items = $state.raw<readonly ListItem[]>([]);
  at = $state(-1);
  #asked = 0;
  /** The code that pending suggestions resolve to; null if none are pending. */
  #pending: Promise<string | undefined> | null = null;

  get open(): boolean {
    return this.items.length > 0;
  }

  /** Requests suggestions for the text; an answer is dropped if it is late or the field was left. */
  async request(
    list: ListName | undefined,
    seen: readonly string[],
    text: string,
    goods?: 'Sku' | 'DeclareNameEn',
  ): Promise<void> {
    const asked = ++this.#asked;
    const typed = text.trim();
    if (typed === '') return this.close();
    this.#pending = null;
    let items: readonly ListItem[] = seen
      .filter((code) => code.toLowerCase().startsWith(typed.toLowerCase()))
      .map((code) => ({ code, name: '', used: 0 }));
    if (list !== undefined || goods !== undefined) {
      const coming = findItems(list, typed, goods);
      this.#pending = withTimeout(pendingMs, coming).then((all) =>
        all && isIntended(list, typed, all) ? all[0]?.code : undefined,
      );
      items = await coming;
      if (asked !== this.#asked) return;
      this.#pending = null;
    }
    this.items = items.length === 1 && items[0]?.code === typed ? [] : items;
    this.at = isIntended(list, typed, items) ? 0 : -1;
  }

  get isPending(): boolean {
    return this.#pending !== null;
  }

  /** Takes over the pending code when the user moves on before it arrives; the list closes. */
  takePending(): Promise<string | undefined> | null {
    const coming = this.#pending;
    if (coming) this.close();
    return coming;
  }

  /** Shows codes that are already known; none is highlighted. */
  showCodes(codes: readonly string[]): void {
    this.show(codes.slice(0, shown).map((code) => ({ code, name: '', used: 0 })));
  }

  /** Shows named suggestions; the first is highlighted if it is `meant`. */
  show(items: readonly ListItem[], meant = false): void {
    this.close();
    this.items = items;
    this.at = meant ? 0 : -1;
  }

  move(by: number): void {
    const count = this.items.length;
    this.at = Math.max(-1, Math.min(count - 1, this.at + by));
  }

  /** Returns the highlighted code, if any, and closes the list. */
  take(at = this.at): string | undefined {
    const code = this.items[at]?.code;
    this.close();
    return code;
  }

  close(): void {
    this.#asked++;
    this.#pending = null;
    this.items = [];
    this.at = -1;
  }
}

/** Matching codes and names, remembered goods first. */
async function findItems(
  list: ListName | undefined,
  typed: string,
  goods?: 'Sku' | 'DeclareNameEn',
): Promise<ListItem[]> {
  const [remembered, listed] = await Promise.all([
    goods ? goodsFor(goods, typed) : [],
    list ? itemsOf(list, typed) : [],
  ]);
  const codes = new Set(remembered.map(({ code }) => code));
  return [...remembered, ...listed.filter(({ code }) => !codes.has(code))].slice(0, shown);
}

const withTimeout = <T>(ms: number, coming: Promise<T>): Promise<T | undefined> =>
  Promise.race([coming, new Promise<undefined>((late) => setTimeout(() => late(undefined), ms))]);

/**
 * Whether the text stands for the first suggestion. For countries, a closed list, the desk decides. Goods are nearly
 * always known, so the beginning of the only matching SKU is enough. Other codes may be new.
 */
function isIntended(list: ListName | undefined, typed: string, items: readonly ListItem[]): boolean {
  if (items.length === 0 || items.some(({ code }) => code === typed)) return false;
  return (list === 'countries' && items[0]?.meant === true) || (list === 'skus' && isBeginningOf(typed, items));
}

const isBeginningOf = (typed: string, [only, ...others]: readonly ListItem[]): boolean =>
  only !== undefined && others.length === 0 && only.code.toLowerCase().startsWith(typed.toLowerCase());

async function itemsOf(list: ListName, typed: string): Promise<readonly ListItem[]> {
  const { language } = choices;
  const found = await ask('lists.find', { list, text: typed.slice(0, 200), limit: shown, language });
  return found.ok ? found.value.items : [];
}

/** Goods the desk remembers, matched by any of their names. */
async function goodsFor(by: 'Sku' | 'DeclareNameEn', typed: string): Promise<readonly ListItem[]> {
  // Goods are remembered both by SKU and by name.
  const found = await ask('goods.find', { text: typed.slice(0, 200), limit: 2 * shown });
  if (!found.ok) return [];
  const own = found.value.goods.filter((goods) => goods.by === by);
  return own.map(({ name, facts, used }) => {
    const names = [by === 'Sku' ? facts['DeclareNameEn'] : undefined, facts['DeclareNameCn'], facts['ProductName']];
    return { code: name, name: String(names.find((one) => one !== undefined) ?? ''), used };
  });
}
