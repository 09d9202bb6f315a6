import { compactNumber, foldText, wordsOf } from '../../electron/outbox/search/fold-text.ts';
import { describe, expect, it } from 'vitest';

describe('a folded text', () => {
  it.each([
    ['SÃO Paulo', 'sao paulo'],
    ['Straße', 'strasse'],
    ['Øyvind Łódź Ærø', 'oyvind lodz aero'],
    ['İstanbul Iğdır', 'istanbul igdir'],
    ['Ελένη Παπαδόπουλος', 'ελενη παπαδοπουλοσ'],
    ['مُحَمَّد', 'محمد'],
    ['دَاوِد علی', 'داود علي'],
    ['שָׁלוֹם', 'שלום'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['۱۲ ١٢ १२ ๑๒', '12 12 12 12'],
    ['a\u200db\u202ec', 'abc'],
    ['a\0b', 'a b'],
  ])('%s is normalized to %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each(['สมชาย', 'ใจดี', 'राजेश', 'が', '서울특별시', '王小明', '龘𠮷'])('%s is unchanged', (text) => {
    expect(foldText(text)).toBe(text);
  });

  it('is unchanged when folded again', () => {
    for (const text of ['SÃO İstanbul', 'مُحَمَّد', 'ｶﾞ', '각', '\ud800x', 'ﬃ ½ Ⅳ']) {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }
  });
});

it('spaces and control characters alone give no words', () => {
  expect(wordsOf(' \t\0\u3000\n')).toEqual([]);
});

it('a number is compared without the characters that group it', () => {
  expect(compactNumber('+86 (755) 82-00.00/1')).toBe('867558200001');
  expect(compactNumber('pd_1%')).toBe('pd_1%');
});
