import { jsonPath } from '../path/path.ts';
import { readDecimal } from '../text/exact-decimal.ts';
import { expectedWord, typeWord } from './check-request.ts';
import { endpointOf, type endpoints, type EndpointNumber } from './endpoints.ts';
import { unwrapSchema, fieldsOf } from './schema-walk.ts';
import * as z from 'zod';

type Row<N extends EndpointNumber> = (typeof endpoints)[N];
type RecordOf<N extends EndpointNumber> = Row<N>['reply'] extends z.ZodType
  ? z.infer<Row<N>['reply']>
  : Record<string, unknown>;

/** Result of `readReply`: an array for lists and for endpoint 17, one record for the others. */
export type ReplyOf<N extends EndpointNumber> = Row<N>['replyKind'] extends 'list' | 'one-or-many'
  ? RecordOf<N>[]
  : RecordOf<N>;

/** A place where an answer differs from the document. `expected` and `found` are words, never the value itself. */
export interface ReplyMismatch {
  path: string;
  expected: string;
  found: string;
}

type Path = readonly (string | number)[];
type Report = (path: Path, expected: string, found: unknown) => void;

/**
 * Parses an answer of the service tolerantly; never throws. Documented fields of the right type are kept, those of a
 * wrong type are dropped and reported; fields that only break a length or a pattern, and decimal texts where a number
 * is documented, are kept and reported; undocumented fields are kept unchanged. null counts as absent. A list in place
 * of one record, and the reverse, is accepted and reported.
 */
export function readReply<N extends EndpointNumber>(
  number: N,
  json: unknown,
): { record: ReplyOf<N>; unexpected: ReplyMismatch[] } {
  const unexpected: ReplyMismatch[] = [];
  const report: Report = (path, expected, found) =>
    unexpected.push({ path: jsonPath(path), expected, found: typeof found === 'string' ? found : typeWord(found) });
  return { record: readBody(number, json, report) as ReplyOf<N>, unexpected };
}

function readBody(number: EndpointNumber, json: unknown, report: Report): unknown {
  const { reply, replyKind } = endpointOf(number);
  const schema = reply ?? z.looseObject({});
  switch (replyKind) {
    case 'none':
      return isObject(json) ? json : {};
    case 'record': {
      if (!Array.isArray(json)) return readObject(schema, json, [], report) ?? {};
      report([], expectedWord('object'), typeWord(json));
      return (json.length === 1 && readObject(schema, json[0], [0], report)) || {};
    }
    case 'list':
    case 'one-or-many': {
      if (Array.isArray(json)) return readList(schema, json, [], report);
      if (replyKind === 'list') report([], expectedWord('array'), typeWord(json));
      const single = isObject(json) || replyKind === 'one-or-many' ? readObject(schema, json, [], report) : undefined;
      return single ? [single] : [];
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readObject(
  schema: z.ZodObject,
  value: unknown,
  path: Path,
  report: Report,
): Record<string, unknown> | undefined {
  if (!isObject(value)) {
    report(path, expectedWord('object'), typeWord(value));
    return undefined;
  }
  const result = { ...value };
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    if (!Object.hasOwn(result, name)) continue;
    const inner =
      result[name] === null ? undefined : readValue(unwrapSchema(field), result[name], [...path, name], report);
    if (inner === undefined) delete result[name];
    else result[name] = inner;
  }
  return result;
}

function readList(schema: z.core.$ZodType, list: readonly unknown[], path: Path, report: Report): unknown[] {
  return list
    .map((entry, index) => readValue(schema, entry, [...path, index], report))
    .filter((entry) => entry !== undefined);
}

function readValue(schema: z.core.$ZodType, value: unknown, path: Path, report: Report): unknown {
  if (schema instanceof z.ZodObject) return readObject(schema, value, path, report);
  if (schema instanceof z.ZodArray) {
    if (Array.isArray(value)) return readList(unwrapSchema(schema.element), value, path, report);
    report(path, expectedWord('array'), typeWord(value));
    return undefined;
  }
  return readLeaf(schema, value, path, report);
}

function readLeaf(schema: z.core.$ZodType, value: unknown, path: Path, report: Report): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return value;
  const issue = parsed.error.issues[0];
  if (issue?.code === 'custom') {
    report(path, 'a value within the documented rule', issue.params?.['code']);
    return value;
  }
  const expected = issue?.code === 'invalid_type' ? issue.expected : 'int';
  report(path, expectedWord(expected), typeWord(value));
  // A fraction where a whole number is documented is still the number the service meant; so is a number in quotes.
  if (expected === 'int' && Number.isFinite(value)) return value;
  const isNumber = expected === 'int' || expected === 'number';
  return isNumber && typeof value === 'string' && readDecimal(value) ? value : undefined;
}
