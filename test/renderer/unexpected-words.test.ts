import { lookups as en } from '../../renderer/texts/en/lookups.ts';
import { lookups as zh } from '../../renderer/texts/zh-CN/lookups.ts';
import { expectedWord, typeWord } from '../../shared/service/check-request.ts';
import { describe, expect, it } from 'vitest';

describe('an unexpected value in an answer', () => {
  it('has words in both languages for every expected and every actual type', () => {
    const due = ['string', 'number', 'int', 'boolean', 'array', 'object'].map(expectedWord);
    const came = ['', 1, Infinity, true, [], {}, null].map(typeWord);
    for (const word of new Set([...due, ...came])) {
      expect(Object.keys(en.raw.kind)).toContain(word);
      expect(Object.keys(zh.raw.kind)).toContain(word);
    }
  });
});
