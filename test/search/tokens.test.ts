import { tokensOf, tokensWithin } from '../../electron/outbox/search/tokens.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const character = fc.oneof(
  fc.constantFrom(...'abc123-_%".*王明𠮷อี'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const term = fc
  .array(character, { minLength: 1, maxLength: 30 })
  .map((characters) => characters.join('').replaceAll(/\s/gu, ''))
  .filter((text) => text !== '');

it('every part of a term is found by tokens of that term', () => {
  fc.assert(
    fc.property(term, fc.nat(), fc.nat(), (text, from, size) => {
      const characters = [...text];
      const at = from % characters.length;
      const piece = characters.slice(at, at + 1 + (size % (characters.length - at))).join('');
      const tokens = tokensOf({ numbers: new Set(), words: new Set([text]) });
      expect(tokensWithin(piece).every((token) => tokens.has(token))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('every printable ASCII character is kept in its token', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openDesk(folder);
  try {
    const add = db.prepare('INSERT INTO search (rowid, tokens) VALUES (?, ?)');
    const find = db.prepare<[string], { rowid: number }>('SELECT rowid FROM search WHERE search MATCH ?');
    const characters = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n)).filter(
      (c) => !/[A-Z]/.test(c),
    );
    characters.forEach((c, n) => add.run(n + 1, `x${c}y`));
    characters.forEach((c, n) => {
      expect(find.all(`"x${c === '"' ? '""' : c}y"`), c).toEqual([{ rowid: n + 1 }]);
    });
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
