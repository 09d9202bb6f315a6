import type { Input, Output } from '../../shared/desk-contract.ts';
import type { ListItem, RememberedGoods, Template } from '../../shared/memory-procedures.ts';
import { no, ok, type Result } from '../../shared/problem.ts';

type Names =
  | 'goods.find'
  | 'goods.forget'
  | 'lists.find'
  | 'lists.counts'
  | 'lists.import'
  | 'templates.list'
  | 'templates.forget';
type Handlers = { [N in Names]: (input: Input<N>) => Result<Output<N>> };

/** What the fake desk remembers besides addresses, as it is when the page opens. */
export function fakeShelves(): Handlers {
  let goods: RememberedGoods[] = ['MUG-BLUE', 'LAMP-7'].map((name, at) => ({
    by: 'Sku',
    name,
    facts: { Sku: name, DeclareNameEn: 'Mug', DeclareNameCn: '杯子', HsCode: '691110', Weight: 300, DeclareValue: 4.2 },
    endpoint: 2,
    used: 7 - at,
    usedAt: 0,
  }));
  let templates: Template[] = [
    {
      id: 1,
      endpoint: 2,
      name: 'Mugs to Sweden',
      request: { query: {}, body: {} },
      operator: 'Li Na',
      used: 3,
      usedAt: 0,
    },
  ];
  const lists = new Map<string, ListItem[]>([['services', [{ code: 'SGP', name: 'Singapore Post', used: 4 }]]]);
  const has = (text: string, ...all: string[]): boolean =>
    all.join(' ').toLowerCase().includes(text.trim().toLowerCase());
  return {
    'goods.find': ({ text }) =>
      ok({ goods: goods.filter(({ name, facts }) => has(text, name, ...Object.values(facts).map(String))) }),
    'goods.forget': ({ name }) => {
      goods = goods.filter((one) => one.name !== name);
      return ok({ forgotten: true });
    },
    'lists.find': ({ list, text }) =>
      ok({ items: (lists.get(list) ?? []).filter(({ code, name }) => has(text, code, name)) }),
    'lists.counts': () =>
      ok({
        counts: (['services', 'warehouses', 'skus', 'locations', 'shippingTypes'] as const).map((list) => {
          const items = lists.get(list) ?? [];
          const learned = items.filter(({ used }) => used > 0).length;
          return { list, imported: items.length - learned, learned };
        }),
      }),
    'lists.import': ({ list, csv }) => {
      const rows = csv.split('\n').filter(Boolean);
      if (rows.some((row) => row.includes('"'))) return no('bad-file', 'A quote is not closed.');
      lists.set(
        list,
        rows.map((row) => ({ code: row.split(',')[0] ?? '', name: row.split(',')[1] ?? '', used: 0 })),
      );
      return ok({ items: rows.length });
    },
    'templates.list': ({ endpoint }) => ok({ templates: templates.filter((one) => one.endpoint === endpoint) }),
    'templates.forget': ({ id }) => {
      templates = templates.filter((one) => one.id !== id);
      return ok({ forgotten: true });
    },
  };
}
