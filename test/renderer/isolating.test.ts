import { en } from '../../renderer/texts/en.ts';
import { isolating } from '../../renderer/texts/isolate-bidi.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { boundedText } from '../../shared/text/bounded-text.ts';
import { expect, it } from 'vitest';

const turned = '\u202eevil';

it('a text inserted into a sentence changes the direction of no other text', () => {
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

it.each([
  ['ends the isolate around it', `a\u2069${turned}`, `a\ufffd${turned}`],
  ['starts isolates that it does not end', 'a\u2067b\u2066c', 'a\u2067b\u2066c\u2069\u2069'],
  ['ends more isolates than it starts', `\u2066a\u2069b\u2069${turned}`, `\u2066a\u2069b\ufffd${turned}`],
  ['ends the paragraph', `a\u2029b\u0085c\u001cd\re${turned}`, `a\ufffdb\ufffdc\ufffdd\ufffde${turned}`],
  ['has balanced isolates', '\u2068\u05d0\u2069\r\nb', '\u2068\u05d0\u2069\r\nb'],
])('a name stays isolated if it %s', (_how, name, kept) => {
  expect(boundedText(name)).toBe(kept);
  expect(isolating({ saved: (key: string) => `${key} is saved.` }).saved(name)).toBe(`\u2068${kept}\u2069 is saved.`);
});

it('isolation leaves the fixed texts of every catalogue unchanged', () => {
  for (const catalogue of [en, zhCN]) expect(JSON.stringify(isolating(catalogue))).toBe(JSON.stringify(catalogue));
});
