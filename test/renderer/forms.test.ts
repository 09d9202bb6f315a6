import { createKinds, formOf, kindOf } from '../../renderer/forms/form-fields.ts';
import { inboundPriceFields, outboundPriceFields } from '../../renderer/screens/prices/price-board.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { listPartAt, pathsOf } from '../../shared/creates/form/form-layout.ts';
import { lastName } from '../../shared/path/path.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { endpoints } from '../../shared/service/endpoints.ts';
import { describe, expect, it } from 'vitest';

const has = (table: Record<string, string>, name: string) => Object.hasOwn(table, name) && table[name] !== '';

describe('the price forms', () => {
  it.each([inboundPriceFields, outboundPriceFields])(
    'have every field of endpoint $endpoint, each named in both languages',
    (fields) => {
      const leaves = describeFields(fields.endpoint).filter(
        ({ path, type }) => type !== 'list' || path === 'ServiceCode',
      );
      const named = leaves.filter(({ path }) => path !== 'ServiceCode[]').map(({ path }) => path);
      expect(pathsOf(fields).toSorted()).toEqual(named.toSorted());
      for (const path of named) {
        expect(has(en.form.name, lastName(path)), path).toBe(true);
        expect(has(zhCN.form.name, lastName(path)), path).toBe(true);
      }
    },
  );
});

describe('the order forms', () => {
  it('have a name in both languages for every list and for the recipient', () => {
    for (const kind of createKinds) {
      const lists = describeFields(formOf[kind].endpoint).flatMap(({ path }) =>
        [...path.matchAll(/([A-Za-z]+)\[\]\./g)].map(([, name = '']) => name),
      );
      for (const name of [...new Set(lists), 'ShipToAddress'])
        for (const { form } of [en, zhCN]) expect(has(form.name, name), name).toBe(true);
    }
  });

  it('exist once for each create of the service', () => {
    const creates = Object.entries(endpoints).filter(([, { creates }]) => creates);
    expect(createKinds.map((kind) => formOf[kind].endpoint).toSorted((a, b) => a - b)).toEqual(
      creates.map(([number]) => Number(number)),
    );
    for (const kind of createKinds) expect(kindOf(formOf[kind].endpoint)).toBe(kind);
    expect(kindOf(16)).toBe(undefined);
  });

  it.each(createKinds)('%s: every field of the contract can be entered in exactly one place', (kind) => {
    const fields = formOf[kind];
    const leaves = describeFields(fields.endpoint).filter(({ type }) => type !== 'object' && type !== 'list');
    expect(pathsOf(fields).toSorted()).toEqual(leaves.map(({ path }) => path).toSorted());
  });

  it.each(createKinds)('%s: every list has a grid, and every total a column of it', (kind) => {
    const fields = formOf[kind];
    const described = describeFields(fields.endpoint);
    for (const { path } of described.filter(({ type }) => type === 'list')) {
      const part = listPartAt(fields, path);
      expect(part, path).toBeDefined();
      for (const column of [part?.piecesColumn, part?.weightColumn, part?.numberColumn]) {
        if (column !== undefined) expect(part?.columns).toContain(column);
      }
    }
  });

  it.each(createKinds)('%s: every field and heading has a name in both languages', (kind) => {
    const fields = formOf[kind];
    for (const { form, acts, frame, creates } of [en, zhCN]) {
      for (const path of pathsOf(fields)) expect(has(form.name, lastName(path)), path).toBe(true);
      const parts = [...fields.first, ...fields.lists, ...fields.folded, ...fields.foldedLists];
      for (const { name } of parts) expect(has(form.section, name), name).toBe(true);
      for (const { name, options } of fields.choices) {
        for (const option of options) expect(has(form.choice, `${name}-${option.name}`), option.name).toBe(true);
      }
      expect(has(acts.name, `new-${kind}`) && has(frame.area, kind)).toBe(true);
      expect(Object.values(creates[kind]).every((words) => words !== '')).toBe(true);
    }
  });

  it('have the key as their first field', () => {
    for (const kind of createKinds) expect(formOf[kind].first[0]?.fields[0]).toBe(keyPathOf(formOf[kind].endpoint));
  });
});
