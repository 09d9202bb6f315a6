import { sortByScreenOrder } from '../../renderer/forms/field-focus.ts';
import { formOf } from '../../renderer/forms/form-fields.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { counting } from '../../renderer/texts/plural.ts';
import { describe, expect, it } from 'vitest';

describe('the problems of a form', () => {
  it('are in screen order, with the lines of a list one after the other', () => {
    const paths = [
      'Custom',
      'ContainerInfos[1].Weight',
      'ShipToAddress.City',
      'ContainerInfos[0].Height',
      'ServiceCode',
    ];
    expect(sortByScreenOrder(formOf['box-order'], paths)).toEqual([
      'ServiceCode',
      'ShipToAddress.City',
      'ContainerInfos[0].Height',
      'ContainerInfos[1].Weight',
      'Custom',
    ]);
  });

  it('belong to a field or a list, never to a whole part', () => {
    for (const fields of Object.values(formOf)) {
      const form = new OrderForm(fields.endpoint);
      for (const path of form.issues.keys()) expect([path, form.fieldAt(path)?.type]).not.toEqual([path, 'object']);
    }
  });
});

describe('a count in words', () => {
  it('uses the singular for 1, whether it is a number or a text', () => {
    const n = counting('en');
    expect([1, '1', 0, 2, '1,001'].map((count) => n(count, '# entry', '# entries'))).toEqual([
      '1 entry',
      '1 entry',
      '0 entries',
      '2 entries',
      '1,001 entries',
    ]);
    expect(counting('zh-CN')(1, '# 条记录')).toBe('1 条记录');
    expect(en.outbox.shown({ count: 1, more: false })).toBe('1 entry');
    expect(en.problems.named({ names: ['A', 'B', 'C'], more: 1 })).toBe('A, B, C and 1 more');
  });

  it('is never "1 entries": every text with a count has a singular', () => {
    const texts: string[] = [];
    // Limits and totals of a truncated list are never 1.
    const limits = new Set<string | symbol>(['most', 'least', 'parts', 'all']);
    const given = new Proxy(
      {},
      { get: (_, name) => (name === 'one' ? true : name === 'names' ? ['x'] : limits.has(name) ? '9' : '1') },
    );
    const walk = (value: unknown): void => {
      if (typeof value === 'function') texts.push(String((value as (p: unknown) => string)(given)));
      else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    };
    walk({ ...en, problems: null, whys: null });
    const plural =
      /\b1 (entries|rows|orders|fields|lines|pieces|labels|times|numbers|characters|codes|cells|SKUs|are|were|wait)\b/;
    expect(texts.filter((text) => plural.test(text))).toEqual([]);
  });
});
