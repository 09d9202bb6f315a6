import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { describe, expect, it } from 'vitest';

type Said = (params: unknown) => unknown;

/** Names of parameters that are counts; all others are names or amounts. */
const counts = new Set(
  'count more most made already done queued imported learned entries fields storages skus days needs bad good all asked max min places shown rows used carried'.split(
    ' ',
  ),
);
const lists = new Set(['names', 'values', 'codes', 'kinds', 'columns']);

/** Parameters whose counts are all this one, as a number or as formatted text; texts take either. */
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

/** Every text with parameters of a catalogue, rendered with this count, by path. */
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
        // This text takes other parameters.
        return [];
      }
    });
  });
}

/** Words that may follow a number without being the counted noun. */
const others =
  'is|was|has|as|waits|needs|ms|s|h|cm|kg|times|characters|of|found|chosen|this|its|minus|plus|less|always|stays|comes|holds|fits|leaves|looks';

describe('every counted text', () => {
  it('exists in both languages under the same name', () => {
    const paths = (catalogue: object) => [...new Set(counted(catalogue, 2).map(({ path }) => path))].toSorted();
    expect(paths(en).length).toBeGreaterThan(200);
    expect(paths(zhCN)).toEqual(paths(en));
  });

  it.each([0, 1, 2, 1000])('contains no undefined, NaN or placeholder for a count of %d', (count) => {
    for (const catalogue of [en, zhCN])
      for (const { path, said } of counted(catalogue, count))
        expect(said, path).not.toMatch(/undefined|NaN|#|\[object/);
  });

  it('uses the singular for 1 in English', () => {
    const one = counted(en, 1);
    // Words that have another form after 2 than after 1.
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

  it.each([0, 2, 1000])('uses the plural for %d in English', (count) => {
    const two = counted(en, 2);
    // Words that have another form after 1 than after 2.
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
