import { shellTexts } from '../../../electron/hosts/electron/shell-texts.ts';
import { hasInvisible } from '../../../shared/text/invisible-text.ts';
import { hostileTexts } from '../../support/hostile-fields.ts';
import { describe, expect, it } from 'vitest';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Each function among the texts, by its path. */
function made(words: unknown, path = ''): [path: string, make: (given: unknown) => unknown][] {
  if (typeof words === 'function') return [[path.slice(1), words as (given: unknown) => unknown]];
  return isRecord(words) ? Object.entries(words).flatMap(([name, one]) => made(one, `${path}.${name}`)) : [];
}

const ofCounts = ['quit.message', 'notices.refused', 'tray.waiting'];
/** The texts that contain a text from outside. */
const ofOthers = ['printer.message', 'service.message', 'proxy.asks', 'proxy.refused'];

describe.each(['en', 'zh-CN'])('the texts of the program outside its pages (%s)', (language) => {
  const all = made(shellTexts({ language }, ''));

  it('are functions of counts, except for those that name a printer, a service or a proxy', () => {
    expect(all.map(([path]) => path)).toEqual([...ofCounts, ...ofOthers]);
  });

  it.each(hostileTexts)('show hidden characters of inserted text, and change no text direction: %j', (text) => {
    for (const [path, make] of all.filter(([path]) => ofOthers.includes(path)))
      expect([path, hasInvisible(String(make(`system:${text}\nYes?`)))]).toEqual([path, false]);
  });
});
