/**
 * Texts that have broken programs like this one: scripts, formulas, bidirectional, control and format characters,
 * numbers, paths, SQL.
 */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=HYPERLINK("http://127.0.0.1:9")',
  "'; DROP TABLE entry; --",
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '/proc/x',
  'file:///etc/passwd',
  'https://127.0.0.1:9',
  '\u202eabc',
  '\u0000',
  '\u0007\u001b[31m',
  '\u200b',
  '\ufeff',
  '\ud800',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦',
  '汉字',
  'ß'.repeat(200),
  'x'.repeat(10_001),
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e400',
  '9007199254740993',
  '٣',
  '2026-02-30T25:61:00Z',
  '{"a":1}',
  '"',
  '*',
  'AND OR NOT NEAR(',
];

export const hostileNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1_000_000,
  99,
];

/** A value with this many levels of nesting. */
export function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}
