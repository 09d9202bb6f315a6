import { noteOf } from '../../renderer/forms/field-texts.ts';
import { OrderForm } from '../../renderer/forms/order-form.svelte.ts';
import { sayIssue } from '../../renderer/texts/say.svelte.ts';
import { endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { readPath } from '../../shared/path/path.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { describe, expect, it } from 'vitest';

const unseen = [
  'a\u0000b',
  '\u001b[31mred',
  'a\u0085b',
  '\u202ecba',
  'Jane\u200f',
  '\ufeffPD-1',
  'a\u200bb',
  '\ud800x',
];
const odd = [
  '👩🏽‍🚀',
  'שלום',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE entry; --",
  '=HYPERLINK("http://x")',
  '@SUM(A1)',
  '{{constructor}}',
  '__proto__',
  ' padded ',
  'null',
];
/**
 * Texts longer than any limit. Parsing depends only on the type of a field, so just the first field of each type gets a
 * megabyte.
 */
const long = (length: number) => ['x'.repeat(length), '1'.repeat(length), '1,'.repeat(length / 2)];

/** Expected numbers, worked out by hand, on a desk with a decimal point; any other text must be refused. */
const numbers: Readonly<Record<string, number>> = {
  '12,5': 12.5,
  '1.234': 1.234,
  '1.234,5': 1234.5,
  '1,234.5': 1234.5,
  '１２．５': 12.5,
  '+7': 7,
  '-7': -7,
  '007': 7,
  '691110': 691_110,
};
const noNumbers = ['1,234', '1e5', '0x10', '=1+1', '1/2', '12,5kg', 'NaN', '-', '٣'];

/** Expected dates, in three orders and two scripts. */
const dates: Readonly<Record<string, string>> = {
  '2026-12-24': '2026-12-24T00:00:00',
  '24/12/2026': '2026-12-24T00:00:00',
  '12/24/2026': '2026-12-24T00:00:00',
  '24.12.2026 8:05': '2026-12-24T08:05:00',
  '2026年12月24日': '2026-12-24T00:00:00',
  '２０２６－１２－２４': '2026-12-24T00:00:00',
  '2026-12-24T08:00+08:00': '2026-12-24T08:00+08:00',
};
const noDates = ['03/04/2026', '24.12.26', '31/02/2026', '2026-02-30', 'tomorrow', '691110'];

const texts = [...unseen, ...odd, ...Object.keys(numbers), ...noNumbers, ...Object.keys(dates), ...noDates];

/** The value a field of this type must send for a text; undefined: the text must be refused. */
function right(type: string, text: string): unknown {
  if (type === 'text') return text;
  if (type === 'flag') return undefined;
  return type === 'date' ? dates[text] : numbers[text];
}

const shown = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 20)}… ${text.length}` : text);

describe.each(Object.values(endpointOfKind))('bad input in the form of endpoint %d', (endpoint) => {
  const fields = describeFields(endpoint).filter(({ type }) => type !== 'object' && type !== 'list');

  it.each(fields.map((field) => [field.path, field] as const))(
    '%s: is sent as meant or reported',
    (template, field) => {
      const form = new OrderForm(endpoint);
      const path = template.replaceAll('[]', '[0]');
      const place = readPath(path);
      const silent: string[] = [];
      let taken = 0;
      const isFirst = fields.find(({ type }) => type === field.type) === field;
      for (const text of [...texts, ...long(isFirst ? 1_000_000 : 20_000)]) {
        form.enterText(path, text);
        form.leaveField(path);
        const problem = form.problemAt(path);
        if (problem) {
          // The problem is shown in words, not as a code.
          if (sayIssue(problem).length < 5) silent.push(`${shown(text)} has no words`);
          continue;
        }
        taken++;
        const value = valueAt(form.body, place);
        const note = noteOf(form, path, undefined);
        if (!Object.is(value, right(field.type, text)))
          silent.push(`${shown(text)} is sent as ${shown(String(value))}`);
        if (unseen.includes(text) && !/invisible characters/i.test(note ?? ''))
          silent.push(`${shown(text)} is not told`);
        if (typeof value === 'string' && value !== text && !note?.includes(value))
          silent.push(`${shown(text)} changes silently`);
        if (typeof value === 'number' && String(value) !== text && !note?.includes(String(value)))
          silent.push(`${shown(text)} changes silently`);
      }
      expect(silent).toEqual([]);
      expect(field.type === 'flag' || taken > 0).toBe(true);
    },
  );
});
