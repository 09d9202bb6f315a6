import { sentenceOf } from './issue-sentence.ts';

export type IssueCode =
  | 'missing'
  | 'missing-when'
  | 'unknown-name'
  | 'wrong-case'
  | 'wrong-type'
  | 'too-long'
  | 'too-short'
  | 'pattern'
  | 'too-small'
  | 'too-big'
  | 'too-many-decimals'
  | 'not-integer'
  | 'not-safe-integer'
  | 'bad-date'
  | 'too-many'
  | 'empty'
  | 'not-in-address'
  | 'unknown-endpoint'
  | 'no-body'
  | 'bad-key';

export type Place = 'body' | 'path' | 'query' | 'request';
export type IssueParams = Readonly<Record<string, string | number>>;

/**
 * One breach of one rule. `path` is a JSONPath from the part of the request that `in` names; `code` and `params` say the
 * same as the English `message`, for screens in other languages.
 */
export interface Issue {
  in: Place;
  path: string;
  code: IssueCode;
  params: IssueParams;
  message: string;
}

/** JSONPath of a place in a value: `$.Package.Skus[0].Sku`; a name that is no plain word goes into brackets. */
export function jsonPath(segments: readonly PropertyKey[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    const name = String(segment);
    return /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}['${name.replace(/['\\]/g, '\\$&')}']`;
  }, '$');
}

export function issueAt(
  place: Place,
  segments: readonly PropertyKey[],
  code: IssueCode,
  params: IssueParams = {},
): Issue {
  const field = segments.findLast((segment) => typeof segment === 'string') ?? place;
  return { in: place, path: jsonPath(segments), code, params, message: sentenceOf(code, String(field), params) };
}
