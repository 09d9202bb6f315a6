import { expect, it } from 'vitest';
import { isolating } from '../../renderer/texts/isolate-bidi.ts';
import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';

const turned = '\u202eevil';

it('what a sentence is given turns the direction of nothing but itself', () => {
  const words = isolating({
    saved: ({ key }: { key: string }) => `${key} is saved.`,
    deep: { two: (name: string, p: { by: string; count: number }) => `${name} by ${p.by}: ${p.count}` },
    plain: 'Stop',
    list: ['a', 'b'],
  });
  expect(words.saved({ key: turned })).toBe(`\u2068${turned}\u2069 is saved.`);
  expect(words.deep.two('محمد', { by: turned, count: 3 })).toBe(`\u2068محمد\u2069 by \u2068${turned}\u2069: 3`);
  expect(words.saved({ key: 'P-1' })).toBe('P-1 is saved.');
  expect([words.plain, words.list]).toEqual(['Stop', ['a', 'b']]);
});

it('every catalogue keeps what it says', () => {
  for (const catalogue of [en, zhCN]) expect(JSON.stringify(isolating(catalogue))).toBe(JSON.stringify(catalogue));
});
