import { describe, expect, it } from 'vitest';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';

type Said = (params: unknown) => unknown;

/** What a text counts is called so; whatever else it is given is a name or an amount. */
const counts = new Set(
  'count more most made already done queued imported learned entries fields storages skus days needs bad good all asked max min places shown rows used carried'.split(
    ' ',
  ),
);
const lists = new Set(['names', 'values', 'codes', 'kinds', 'columns']);

/** Whatever a text counts is this many, as a number or as written already: texts are given both. */
const given = (count: number, as: 'text' | 'number' | 'list') =>
  new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name !== 'string') return undefined;
        if (as === 'list' && lists.has(name)) return Array.from({ length: Math.min(count, 3) }, () => 'X');
        if (!counts.has(name)) return 'X';
        return as === 'number' ? count : count.toLocaleString('en');
      },
    },
  );

/** Every sentence of a catalogue that has this count in it, by its path. */
function counted(catalogue: object, count: number, path = ''): { path: string; said: string }[] {
  return Object.entries(catalogue).flatMap(([name, text]: [string, unknown]) => {
    const here = `${path}.${name}`;
    if (typeof text === 'object' && text !== null) return counted(text, count, here);
    if (typeof text !== 'function') return [];
    return (['text', 'number', 'list'] as const).flatMap((as) => {
      try {
        const said = (text as Said)(given(count, as));
        return typeof said === 'string' ? [{ path: here, said }] : [];
      } catch {
        // it wants something else than this
        return [];
      }
    });
  });
}

/** Words behind a number that do not say how many there are. */
const others =
  'is|was|has|as|waits|needs|ms|s|h|cm|kg|times|characters|of|found|chosen|this|its|minus|plus|less|always|stays|comes|holds|fits|leaves|looks';

describe('every counted text', () => {
  it('is found in both languages, by the same names', () => {
    const paths = (catalogue: object) => [...new Set(counted(catalogue, 2).map(({ path }) => path))].toSorted();
    expect(paths(en).length).toBeGreaterThan(200);
    expect(paths(zhCN)).toEqual(paths(en));
  });

  it.each([0, 1, 2, 1000])('holds %d as it is written, and never nothing in its place', (count) => {
    for (const catalogue of [en, zhCN])
      for (const { path, said } of counted(catalogue, count))
        expect(said, path).not.toMatch(/undefined|NaN|#|\[object/);
  });

  it('of one in English says one thing', () => {
    const one = counted(en, 1);
    // what stands behind two in another form than behind one
    const things = counted(en, 2).flatMap(({ said }, at) => {
      const single = [...(one[at]?.said ?? '').matchAll(/\b1 ([a-z]+)/gi)].map(([, word]) => word);
      return [...said.matchAll(/\b2 ([a-z]+)/gi)].flatMap(([, word = ''], place) =>
        word !== single[place] && single[place]?.[0] === word[0] ? [word] : [],
      );
    });
    expect(things).toContain('orders');
    const orOf = new RegExp(`(?<![\\d,.:+-])\\b1 (?:[a-z]+ )?(${[...new Set(things)].join('|')})\\b`);
    expect(one.filter(({ said }) => orOf.test(said))).toEqual([]);
    const several = new RegExp(`(?<![\\d,.:+-])\\b1 (?!(?:${others})\\b)[a-z]+s\\b`, 'i');
    expect(counted(en, 1).filter(({ said }) => several.test(said))).toEqual([]);
  });

  it.each([0, 2, 1000])('of %d in English says several', (count) => {
    const two = counted(en, 2);
    // what stands behind a number in another form than behind two
    const things = counted(en, 1).flatMap(({ said }, at) => {
      const several = [...(two[at]?.said ?? '').matchAll(/\b2 ([a-z]+)/gi)].map(([, word]) => word);
      return [...said.matchAll(/\b1 ([a-z]+)/gi)].flatMap(([, word = ''], place) =>
        word !== several[place] && several[place]?.[0] === word[0] ? [word] : [],
      );
    });
    expect(things).toContain('entry');
    const one = new RegExp(
      `(?<![\\d,.:+-])\\b${count.toLocaleString('en')} (${[...new Set(things), 'is', 'was', 'has', 'waits'].join('|')})\\b`,
    );
    expect(counted(en, count).filter(({ said }) => one.test(said))).toEqual([]);
  });
});
