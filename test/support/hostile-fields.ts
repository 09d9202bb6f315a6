import { ruleOf, type FieldRule } from '../../shared/service/field.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';
import * as z from 'zod';

export const rightToLeftOverride = '\u202E';
/** Ends an isolate and a paragraph, so that a bidirectional override after it escapes the isolation. */
const isolateEscape = '\u2069\u2029';
/**
 * Executable markup, bidirectional overrides, terminal escapes and a byte order mark, longest first. A field gets the
 * longest one it accepts.
 */
export const hostileTexts = [
  `Zoë <img src=x onerror="self.harmed=1"><script>self.harmed=1</script>${isolateEscape}${rightToLeftOverride}\u0007\u001b\u009b\ufeff`,
  `<img src=x onerror=self.harmed=1>${isolateEscape}${rightToLeftOverride}`,
  `<b id=harm>${isolateEscape}${rightToLeftOverride}`,
  `<i>${isolateEscape}${rightToLeftOverride}`,
  rightToLeftOverride,
];
const harmlessTexts = ['PD-1', 'SE', 'EUR', '123456', 'abc_DEF-9', '12345', 'A'];

function leafValue({ type, minLength = 0, maxLength = Infinity, pattern, min = 1 }: FieldRule): unknown {
  if (type === 'flag') return true;
  if (type === 'date') return '2026-12-24T08:00:00+08:00';
  if (type !== 'text') return Math.max(min, 1);
  const isAllowed = (text: string): boolean =>
    [...text].length >= minLength && [...text].length <= maxLength && (pattern?.test(text) ?? true);
  const fittingText = [...hostileTexts, ...harmlessTexts].find(isAllowed);
  if (fittingText === undefined) throw new Error(`nothing fits ${String(pattern)}`);
  return fittingText;
}

/** Creates a value with every field of a schema; each text is as hostile as its rule allows. */
export function hostileValue(schema: z.core.$ZodType): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return [hostileValue(inner.element), hostileValue(inner.element)];
  if (!(inner instanceof z.ZodObject)) return leafValue(ruleOf(inner) ?? { type: 'text' });
  return Object.fromEntries(
    Object.entries(fieldsOf(inner)).map(([name, fieldSchema]) => [name, hostileValue(fieldSchema)]),
  );
}
