import type { Input, Output } from '../../shared/contract/desk-contract.ts';
import type { ListItem, RememberedGoods, Template } from '../../shared/contract/memory-procedures.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';

type Names =
  | 'goods.find'
  | 'goods.forget'
  | 'lists.find'
  | 'lists.counts'
  | 'lists.import'
  | 'templates.list'
  | 'templates.save'
  | 'templates.use'
  | 'templates.rename'
  | 'templates.forget';
type Handlers = { [N in Names]: (input: Input<N>) => Result<Output<N>> };

/** What the fake desk remembers besides addresses, reset when the page opens. */
export function fakeShelves(): Handlers {
  let goods: RememberedGoods[] = ['MUG-BLUE', 'LAMP-7'].map((name, index) => ({
    by: 'Sku',
    name,
    facts: { Sku: name, DeclareNameEn: 'Mug', DeclareNameCn: '杯子', HsCode: '691110', Weight: 300, DeclareValue: 4.2 },
    endpoint: 2,
    used: 7 - index,
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
  const contains = (text: string, ...all: string[]): boolean =>
    all.join(' ').toLowerCase().includes(text.trim().toLowerCase());
  return {
    'goods.find': ({ text }) =>
      ok({ goods: goods.filter(({ name, facts }) => contains(text, name, ...Object.values(facts).map(String))) }),
    'goods.forget': ({ name }) => {
      goods = goods.filter((candidate) => candidate.name !== name);
      return ok({ forgotten: true });
    },
    'lists.find': ({ list, text }) =>
      ok({ items: (lists.get(list) ?? []).filter(({ code, name }) => contains(text, code, name)) }),
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
      if (rows.some((row) => row.includes('"')))
        return fail('bad-file', 'A quote is not closed.', { reason: 'quotes' });
      lists.set(
        list,
        rows.map((row) => ({ code: row.split(',')[0] ?? '', name: row.split(',')[1] ?? '', used: 0 })),
      );
      return ok({ items: rows.length });
    },
    'templates.list': ({ endpoint }) =>
      ok({ templates: templates.filter((candidate) => candidate.endpoint === endpoint) }),
    'templates.save'({ name, operator = '', request: { endpoint, body, query = {} } }) {
      const stored = templates.find((candidate) => candidate.name === name && candidate.endpoint === endpoint);
      const id = stored?.id ?? Math.max(0, ...templates.map((candidate) => candidate.id)) + 1;
      const saved = { id, endpoint, name, request: { query, body }, operator, used: stored?.used ?? 0, usedAt: 0 };
      templates = [...templates.filter((candidate) => candidate.id !== id), saved];
      return ok({ id });
    },
    'templates.use'({ id }) {
      const template = templates.find((one) => one.id === id);
      return template ? ok(template) : fail('unknown-entry', 'Forgotten.', { id });
    },
    'templates.rename'({ id, name }) {
      const template = templates.find((candidate) => candidate.id === id);
      if (!template) return fail('unknown-entry', 'Forgotten.', { id });
      if (templates.some((other) => other !== template && other.name === name && other.endpoint === template.endpoint))
        return fail('key-in-use', 'Another template has this name.', { name });
      templates = templates.map((other) => (other === template ? { ...template, name } : other));
      return ok({ renamed: true });
    },
    'templates.forget': ({ id }) => {
      templates = templates.filter((candidate) => candidate.id !== id);
      return ok({ forgotten: true });
    },
  };
}
