import { addressFields, type AddressField } from '../../shared/paste-address/read-block.ts';
import { splitAddress } from '../../shared/paste-address/split-address.ts';
import { formats, oddFormats, readSamples, type Block, type Sample } from './blocks.ts';
import { describe, expect, it } from 'vitest';

interface Score {
  expected: number;
  right: number;
  /** right and marked sure */
  sure: number;
  /** wrong or absent from the block, yet marked sure */
  wrong: string[];
}

const same = (one: string | undefined, other: string | undefined): boolean =>
  (one ?? '').normalize('NFC').trim() === (other ?? '').normalize('NFC').trim();

function scoreOf(rows: readonly Sample[], make: (row: Sample) => Block): Score {
  const score: Score = { expected: 0, right: 0, sure: 0, wrong: [] };
  for (const row of rows) {
    const block = make(row);
    const { fields } = splitAddress(block.text, block.hint === undefined ? {} : { countryHint: block.hint });
    for (const field of addressFields) {
      const want = block.expected[field];
      const got = fields[field];
      // A country the block does not name may still be inferred from it.
      const right = same(got?.value, want ?? (field === 'Country' && got ? row.Country : undefined));
      if (want !== undefined) score.expected += 1;
      if (want !== undefined && right) score.right += 1;
      if (want !== undefined && right && got?.sure) score.sure += 1;
      if (!right && got?.sure) score.wrong.push(`${field} is ${got.value} in ${JSON.stringify(block.text)}`);
    }
  }
  return score;
}

const sets: [string, Sample[]][] = ['label-orders.csv', 'scripts.csv'].flatMap((name) => {
  const rows = readSamples(name);
  return [
    [`${name}, used during development`, rows.filter((_, index) => index % 3 !== 2)],
    [`${name}, held out`, rows.filter((_, index) => index % 3 === 2)],
  ] satisfies [string, Sample[]][];
});

describe.each(sets)('blocks made from %s', (_name, rows) => {
  it.each(Object.entries(formats))(
    '%s: at least nine in ten fields are right, and no wrong field is marked sure',
    (_format, make) => {
      const score = scoreOf(rows, make);
      expect(score.expected).toBeGreaterThan(rows.length * 5);
      expect(score.wrong).toEqual([]);
      expect(score.right / score.expected).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('all formats together: at least 95 in 100 fields are right, over half of them marked sure', () => {
    const scores = Object.values(formats).map((make) => scoreOf(rows, make));
    const sum = (of: 'right' | 'expected' | 'sure') => scores.reduce((total, score) => total + score[of], 0);
    expect(sum('right') / sum('expected')).toBeGreaterThanOrEqual(0.95);
    // Guards against marking everything unsure.
    expect(sum('sure') / sum('right')).toBeGreaterThan(0.5);
  });
});

describe('blocks in other shapes', () => {
  const rows = [...readSamples('label-orders.csv'), ...readSamples('scripts.csv')];
  it.each(Object.entries(oddFormats))('%s: no wrong field is marked sure', (_format, make) => {
    const wrong = rows.flatMap((row) => {
      const { fields } = splitAddress(make(row));
      return addressFields
        .filter((field) => fields[field]?.sure && !same(fields[field].value, row[field]))
        .map((field) => `${field} is ${fields[field]?.value} in ${JSON.stringify(make(row))}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('the samples are those of the interface: 184 and 20 rows, the first from over 130 countries', () => {
  const rows = readSamples('label-orders.csv');
  expect(rows).toHaveLength(184);
  expect(readSamples('scripts.csv')).toHaveLength(20);
  expect(new Set(rows.map((row) => row.Country)).size).toBeGreaterThan(130);
  expect(Object.keys(rows[0] ?? {})).toEqual(
    expect.arrayContaining(['Contact', 'HouseNumber'] satisfies AddressField[]),
  );
});
