export type ReadNumber =
  | { value: number }
  | { code: 'not-a-number' | 'not-safe-integer' | 'doubtful-number'; params: Record<string, string | number> };

const maxDigits = 15;

const signs = new Map<string, '.' | ','>();

/** The decimal sign of a locale, `.` or `,`. */
export function decimalSignOf(locale: string): '.' | ',' {
  const known = signs.get(locale);
  if (known) return known;
  // Cached: called for every number of a form, and a formatter costs more than the rest of reading one.
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const sign = part?.value === ',' ? ',' : '.';
  signs.set(locale, sign);
  return sign;
}

/**
 * Reads a number as people write it: full-width digits of an input method, a point or a comma as decimal sign, grouped
 * thousands. A single sign that is not the user's own decimal sign, followed by three digits, is ambiguous: the result
 * is `doubtful-number`, and the user is asked.
 */
export function readNumber(written: string, own: '.' | ','): ReadNumber {
  const text = written
    .normalize('NFKC')
    .replace(/[\u2019'\u00a0\u202f ](?=\d{3}(\D|$))/g, '')
    .trim();
  if (/^[+-]?\d+$/.test(text)) return numberOf(text);
  const single = /^([+-]?\d*)([.,])(\d+)$/.exec(text);
  if (single) {
    const [, whole = '', sign = '', rest = ''] = single;
    const groupable = rest.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
    if (groupable && sign !== own) return doubtful(whole, rest);
    return numberOf(`${whole || '0'}.${rest}`);
  }
  const grouped = /^([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(text);
  const [, whole = '', group = '', sign, rest = '0'] = grouped ?? [];
  if (!grouped || sign === group) return { code: 'not-a-number', params: {} };
  return numberOf(`${whole.replaceAll(group, '')}.${rest}`);
}

function numberOf(canonical: string): ReadNumber {
  const digits = canonical
    .replace(/^[+-]?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  if (digits.length > maxDigits) return { code: 'not-safe-integer', params: {} };
  return { value: Number(canonical.replace(/^([+-]?)\./, '$10.')) };
}

function doubtful(whole: string, rest: string): ReadNumber {
  const small = Number(`${whole}.${rest}`);
  const large = Number(`${whole}${rest}`);
  // Neither form can be misread: one has a fourth decimal, the other no grouping.
  return {
    code: 'doubtful-number',
    params: { small, large, smallText: `${whole}.${rest}0`, largeText: `${whole}${rest}` },
  };
}

/** Formats a number for editing, with the user's own decimal sign and no grouping. */
export function writeNumber(value: number, own: '.' | ','): string {
  const plain = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return plain.replace('.', own);
}
