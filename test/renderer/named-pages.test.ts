import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { expect, it } from 'vitest';

/** Every text of a catalogue, with a placeholder for each parameter. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const gaps = new Proxy({}, { get: () => 'x' });
    try {
      return [String((value as (p: object) => unknown)(gaps))];
    } catch {
      return []; // A text that takes lists names no page.
    }
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it.each([
  ['en', en, /\bSettings, ([A-Z][\w ]*)/g],
  ['zh-CN', zhCN, /设置 › ([^”、。]+)/g],
] as const)('a text that refers to a settings page names an existing one: %s', (_, texts, naming) => {
  const named = textsIn(texts).flatMap((text) => [...text.matchAll(naming)].map(([, page = '']) => page));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((page) => !Object.values<string>(texts.settings.pages).includes(page))).toEqual([]);
});
