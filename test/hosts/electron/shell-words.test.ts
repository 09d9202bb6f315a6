import { describe, expect, it } from 'vitest';
import { shellWords } from '../../../electron/hosts/electron/shell-words.ts';
import { hasUnseen } from '../../../shared/text/unseen-text.ts';
import { hostile } from '../../support/hostile-fields.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Each place of the words that is made of something, by its path. */
function made(words: unknown, path = ''): [path: string, make: (given: unknown) => unknown][] {
  if (typeof words === 'function') return [[path.slice(1), words as (given: unknown) => unknown]];
  return isRecord(words) ? Object.entries(words).flatMap(([name, one]) => made(one, `${path}.${name}`)) : [];
}

const ofCounts = ['quit.message', 'notices.refused', 'tray.waiting'];
/** Those that hold a text of others. */
const ofOthers = ['printer.message', 'service.message', 'proxy.asks', 'proxy.refused'];

describe.each(['en', 'zh-CN'])('what the program says outside its pages (%s)', (language) => {
  const all = made(shellWords({ language }, ''));

  it('is made of counts, but for a printer, a service and a proxy that are named', () => {
    expect(all.map(([path]) => path)).toEqual([...ofCounts, ...ofOthers]);
  });

  it.each(hostile)('shows in it what is not to be seen, and turns nothing: %j', (text) => {
    for (const [path, make] of all.filter(([path]) => ofOthers.includes(path)))
      expect([path, hasUnseen(String(make(`system:${text}\nYes?`)))]).toEqual([path, false]);
  });
});
