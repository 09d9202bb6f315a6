import { ruleOf, type FieldRule } from '../../shared/service/field.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';
import * as z from 'zod';

export const turned = '\u202E';
/** Ends an isolate and a paragraph, so that a bidirectional override behind it escapes the isolation around it. */
const outside = '\u2069\u2029';
/**
 * Executable markup, bidirectional overrides, terminal escapes and a byte order mark; a field gets the longest one it
 * accepts.
 */
export const hostile = [
  `Zoë <img src=x onerror="self.harmed=1"><script>self.harmed=1</script>${outside}${turned}\u0007\u001b\u009b\ufeff`,
  `<img src=x onerror=self.harmed=1>${outside}${turned}`,
  `<b id=harm>${outside}${turned}`,
  `<i>${outside}${turned}`,
  turned,
];
const harmless = ['PD-1', 'SE', 'EUR', '123456', 'abc_DEF-9', '12345', 'A'];

function leaf({ type, minLength = 0, maxLength = Infinity, pattern, min = 1 }: FieldRule): unknown {
  if (type === 'flag') return true;
  if (type === 'date') return '2026-12-24T08:00:00+08:00';
  if (type !== 'text') return Math.max(min, 1);
  const fits = (text: string): boolean =>
    [...text].length >= minLength && [...text].length <= maxLength && (pattern?.test(text) ?? true);
  const found = [...hostile, ...harmless].find(fits);
  if (found === undefined) throw new Error(`nothing fits ${String(pattern)}`);
  return found;
}

/** A value with every field of a schema, each text as hostile as its rule allows. */
export function everyField(schema: z.core.$ZodType): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return [everyField(inner.element), everyField(inner.element)];
  if (!(inner instanceof z.ZodObject)) return leaf(ruleOf(inner) ?? { type: 'text' });
  return Object.fromEntries(Object.entries(fieldsOf(inner)).map(([name, one]) => [name, everyField(one)]));
}
