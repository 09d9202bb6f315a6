import { entrySearch } from '../../electron/outbox/search/find-entries.ts';
import { searchIndex } from '../../electron/outbox/search/search-index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Kept {
  key: string;
  Contact: string;
  TrackingNumber: string | null;
}

// Few characters, so that parts repeat within and between terms.
const text = (letters: string, maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((list) => list.join(''));
const kept = fc.record({
  key: text('ab12-_', 22),
  Contact: fc.array(text('abÄ王é12-', 12), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  TrackingNumber: fc.option(text('AB12', 18)),
});
const typed = fc.array(text('abÄ王é12-_', 19), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const bare = (value: string) => value.toLowerCase().replaceAll('ä', 'a').replaceAll('é', 'e');
const compact = (value: string) => bare(value).replaceAll(/[- ]/g, '');

/** Whether it reads as one number typed in groups; it is split only if no entry has that number. */
function isGrouped(query: string): boolean {
  const parts = bare(query).split(' ');
  const joined = compact(query);
  const digits = joined.replaceAll(/\D/g, '').length;
  if (parts.length === 1 || parts.some((part) => part.length > 4)) return false;
  if (digits === joined.length) return digits >= 6;
  return parts.length >= 3 && joined.length >= 8 && digits * 2 >= joined.length;
}

/** Rank of an entry by plain string comparison: 0 exact, 1 start, 2 end, 3 within, null no match. */
function compare(entry: Kept, query: string, inGroups: boolean): number | 'perhaps' | null {
  const numbers = [entry.key, entry.TrackingNumber ?? ''].map(compact).filter((number) => number !== '');
  const words = bare(entry.Contact).split(' ');
  const parts = bare(query).split(' ');
  const joined = compact(query);
  const isNumber = joined !== '' && (new Set(parts).size === 1 || (joined.length >= 4 && /\d/.test(joined)));
  if (isNumber || inGroups) {
    if (numbers.includes(joined)) return 0;
    if (numbers.some((number) => number.startsWith(joined))) return 1;
    if (numbers.some((number) => number.endsWith(joined))) return 2;
    if (numbers.some((number) => number.includes(joined))) return 3;
  }
  const wanted = inGroups ? [joined] : parts;
  const isIn = (part: string, there: string[], said: string[]) =>
    said.some((word) => word.includes(part)) ||
    (compact(part) !== '' && there.some((number) => number.includes(compact(part))));
  if (!wanted.every((part) => isIn(part, numbers, words))) return null;
  // A word combined with a short part of a service number is the one match that the index may miss.
  const captured = wanted.every((part) => isIn(part, [compact(entry.key)], words));
  const given = wanted.every((part) => isIn(part, [compact(entry.TrackingNumber ?? '')], []));
  const telling = wanted.some(
    (part) => compact(part).length >= 4 && /\d/.test(part) && numbers.some((number) => number.includes(compact(part))),
  );
  return captured || given || telling ? 3 : 'perhaps';
}

it('the index finds what comparing every entry finds, in the same order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
  const db = openDesk(folder);
  const index = searchIndex(db);
  const { find } = entrySearch(db);
  try {
    fc.assert(
      fc.property(
        fc.array(kept, { minLength: 1, maxLength: 30 }),
        fc.array(typed, { minLength: 5, maxLength: 20 }),
        (entries, queries) => {
          db.exec('BEGIN');
          entries.forEach((entry, n) => {
            index.putRequest(n + 1, entry.key, { ShipToAddress: { Contact: entry.Contact } });
            index.addNumbers(n + 1, [entry.TrackingNumber]);
          });
          const pieces = entries.flatMap(({ key, Contact }) => [key.slice(1, 7), Contact.slice(0, 5), key.slice(-9)]);
          try {
            for (const query of [...queries, ...pieces].filter((text) => text.trim() !== '')) {
              const said = query.trim().replaceAll(/ +/g, ' ');
              const ranks = (inGroups: boolean) =>
                entries.map((entry, n) => ({ seq: n + 1, rank: compare(entry, said, inGroups) }));
              const isolateBidi = isGrouped(said) ? ranks(true) : [];
              const ranked = isolateBidi.some((entry) => entry.rank !== null) ? isolateBidi : ranks(false);
              const expected = ranked
                .filter((entry) => typeof entry.rank === 'number')
                .toSorted((a, b) => Number(a.rank) - Number(b.rank) || b.seq - a.seq);
              const perhaps = new Set(ranked.filter((entry) => entry.rank === 'perhaps').map((entry) => entry.seq));
              const found = find(query, null).filter((seq) => !perhaps.has(seq));
              expect(found, query).toEqual(expected.map((entry) => entry.seq));
            }
          } finally {
            db.exec('ROLLBACK');
          }
        },
      ),
      { numRuns: 150 },
    );
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
