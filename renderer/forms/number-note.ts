import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { decimalSignOf, readNumber, writeNumber } from './read-number.ts';
import { t } from '../texts/say.svelte.ts';

const numeric: ReadonlySet<FieldDescription['type']> = new Set(['number', 'integer', 'decimal']);

/** How a typed number is read, said only when that is not what stands there: `1.234,5` is read as 1234,5. */
export function numberNote(type: FieldDescription['type'], text: string, locale: string): string | undefined {
  if (!numeric.has(type) || text.trim() === '') return undefined;
  const own = decimalSignOf(locale);
  const read = readNumber(text, own);
  if (!('value' in read)) return undefined;
  const plain = writeNumber(read.value, own);
  return plain === text.trim() ? undefined : t().form.reads({ value: plain });
}
