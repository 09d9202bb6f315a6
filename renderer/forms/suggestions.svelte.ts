import type { ListName, ListItem } from '../../shared/contract/memory-procedures.ts';
import { lastName } from '../../shared/path/path.ts';
import { choices } from '../choices/choices.svelte.ts';
import { ask } from '../transport/desk.ts';

const listOfField: Readonly<Record<string, ListName>> = {
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

/** The list whose codes and names are suggested for this field. A SKU being created is in no list yet. */
export function suggestionSourceOf(path: string): ListName | undefined {
  const name = lastName(path);
  return path !== 'Sku' && Object.hasOwn(listOfField, name) ? listOfField[name] : undefined;
}

const maxShown = 8;
/** How long Enter waits for pending suggestions (ms); lists are stored on the desk and answer far sooner. */
const pendingMs = 3000;

/** Suggestions under one field while the user types in it. Only a highlighted one is applied. */
export class Suggestions {
  items = $state.raw<readonly ListItem[]>([]);
  highlightedIndex = $state(-1);
  #requestNumber = 0;
  /** The code that pending suggestions resolve to; null if none are pending. */
  #pending: Promise<string | undefined> | null = null;

  get isOpen(): boolean {
    return this.items.length > 0;
  }

  /**
   * Requests suggestions for the text. An answer is dropped if a newer request was made or the list was closed
   * meanwhile.
   */
  async request(
    list: ListName | undefined,
    documentedCodes: readonly string[],
    text: string,
    goods?: 'Sku' | 'DeclareNameEn',
  ): Promise<void> {
    const requestNumber = ++this.#requestNumber;
    const query = text.trim();
    if (query === '') return this.close();
    this.#pending = null;
    let items: readonly ListItem[] = documentedCodes
      .filter((code) => code.toLowerCase().startsWith(query.toLowerCase()))
      .map((code) => ({ code, name: '', used: 0 }));
    if (list !== undefined || goods !== undefined) {
      const pendingItems = findItems(list, query, goods);
      this.#pending = withTimeout(pendingMs, pendingItems).then((found) =>
        found && isIntended(list, query, found) ? found[0]?.code : undefined,
      );
      items = await pendingItems;
      if (requestNumber !== this.#requestNumber) return;
      this.#pending = null;
    }
    this.items = items.length === 1 && items[0]?.code === query ? [] : items;
    this.highlightedIndex = isIntended(list, query, items) ? 0 : -1;
  }

  get isPending(): boolean {
    return this.#pending !== null;
  }

  /**
   * Returns the pending code, for a user who moves on before it arrives, and closes the list; null if none is pending.
   */
  takePending(): Promise<string | undefined> | null {
    const pendingCode = this.#pending;
    if (pendingCode) this.close();
    return pendingCode;
  }

  /** Shows codes that are already known; none is highlighted. */
  showCodes(codes: readonly string[]): void {
    this.showItems(codes.slice(0, maxShown).map((code) => ({ code, name: '', used: 0 })));
  }

  /** Shows named suggestions. `highlightsFirst`: the text means the first one, so that Enter takes it. */
  showItems(items: readonly ListItem[], highlightsFirst = false): void {
    this.close();
    this.items = items;
    this.highlightedIndex = highlightsFirst ? 0 : -1;
  }

  moveHighlight(step: number): void {
    const count = this.items.length;
    this.highlightedIndex = Math.max(-1, Math.min(count - 1, this.highlightedIndex + step));
  }

  /** Returns the highlighted code, if any, and closes the list. */
  takeHighlighted(index = this.highlightedIndex): string | undefined {
    const code = this.items[index]?.code;
    this.close();
    return code;
  }

  close(): void {
    this.#requestNumber++;
    this.#pending = null;
    this.items = [];
    this.highlightedIndex = -1;
  }
}

/** Matching codes and names, remembered goods first. */
async function findItems(
  list: ListName | undefined,
  query: string,
  goods?: 'Sku' | 'DeclareNameEn',
): Promise<ListItem[]> {
  const [remembered, listItems] = await Promise.all([
    goods ? findGoods(goods, query) : [],
    list ? findListItems(list, query) : [],
  ]);
  const codes = new Set(remembered.map(({ code }) => code));
  return [...remembered, ...listItems.filter(({ code }) => !codes.has(code))].slice(0, maxShown);
}

const withTimeout = <T>(ms: number, pendingItems: Promise<T>): Promise<T | undefined> =>
  Promise.race([pendingItems, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))]);

/**
 * Whether the text means the first suggestion. For countries, a closed list, the desk decides. Goods are nearly always
 * known, so the beginning of the only matching SKU is enough. Other codes may be new.
 */
function isIntended(list: ListName | undefined, query: string, items: readonly ListItem[]): boolean {
  if (items.length === 0 || items.some(({ code }) => code === query)) return false;
  return (list === 'countries' && items[0]?.meant === true) || (list === 'skus' && isBeginningOf(query, items));
}

const isBeginningOf = (query: string, [onlyItem, ...otherItems]: readonly ListItem[]): boolean =>
  onlyItem !== undefined && otherItems.length === 0 && onlyItem.code.toLowerCase().startsWith(query.toLowerCase());

async function findListItems(list: ListName, query: string): Promise<readonly ListItem[]> {
  const { language } = choices;
  const answer = await ask('lists.find', { list, text: query.slice(0, 200), limit: maxShown, language });
  return answer.ok ? answer.value.items : [];
}

/** Goods the desk remembers, matched by any of their names. */
async function findGoods(identifier: 'Sku' | 'DeclareNameEn', query: string): Promise<readonly ListItem[]> {
  // Goods are remembered both by SKU and by name.
  const answer = await ask('goods.find', { text: query.slice(0, 200), limit: 2 * maxShown });
  if (!answer.ok) return [];
  const goodsOfKind = answer.value.goods.filter((goods) => goods.by === identifier);
  return goodsOfKind.map(({ name, facts, used }) => {
    const names = [
      identifier === 'Sku' ? facts['DeclareNameEn'] : undefined,
      facts['DeclareNameCn'],
      facts['ProductName'],
    ];
    return { code: name, name: String(names.find((one) => one !== undefined) ?? ''), used };
  });
}
