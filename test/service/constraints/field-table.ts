import type { Pattern } from './patterns.ts';

/** The document's statements about a value. An absent bound is one that the document does not give. */
export type Kind =
  | {
      is: 'string';
      shortest?: number;
      longest?: number;
      pattern?: Pattern;
      /** A length that the section Limits gives for the name, but not the field's own table. */
      perhapsLongest?: number;
      /** An empty value would not be a value: required names in a path or a query. */
      neverEmpty?: boolean;
    }
  | { is: 'date' }
  | { is: 'boolean' }
  | { is: 'number'; perhapsFrom?: number; perhapsTo?: number }
  | { is: 'integer'; from?: number; to?: number }
  | { is: 'decimal'; digits?: number; places?: number; from?: number; to?: number }
  | { is: 'object'; of: ObjectTable }
  | { is: 'list'; of: Kind; atMost?: number };

export type Member = { kind: Kind; required: boolean };
export type Field = Member & { name: string };

/** Objects of one family are tried with each other's names, to find names that only a sibling has. */
export type Family = 'address' | 'package' | 'line' | 'box' | 'money' | 'body' | 'parameter';

export type ObjectTable = { title: string; family: Family; fields: readonly Field[] };

export const table = (title: string, family: Family, ...fields: (Field | readonly Field[])[]): ObjectTable => ({
  title,
  family,
  fields: fields.flat(),
});

const each = (kind: Kind, names: readonly string[]): Field[] => names.map((name) => ({ name, kind, required: false }));

export const strings = (...names: string[]) => each({ is: 'string' }, names);
export const numbers = (...names: string[]) => each({ is: 'number' }, names);
export const integers = (...names: string[]) => each({ is: 'integer' }, names);
export const booleans = (...names: string[]) => each({ is: 'boolean' }, names);

export const one = (name: string, kind: Kind): Field => ({ name, kind, required: false });
export const required = (name: string, kind: Kind): Field => ({ name, kind, required: true });

export const text: Kind = { is: 'string' };
/** The document's "length 0-N". */
export const length = (longest: number, pattern?: Pattern): Kind => ({
  is: 'string',
  shortest: 0,
  longest,
  ...(pattern && { pattern }),
});
export const object = (of: ObjectTable): Kind => ({ is: 'object', of });
export const list = (of: Kind): Kind => ({ is: 'list', of });
export const listOf = (of: ObjectTable): Kind => list(object(of));
/** The document's "Decimal digits,places": the number of digits in total, and of those after the point. */
export const decimal = (digits: number, places: number): Kind => ({ is: 'decimal', digits, places });
