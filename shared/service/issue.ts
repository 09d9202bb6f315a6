import type { FieldIssue } from '../contract/problem.ts';
import { jsonPath } from '../path/path.ts';
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

export type Place = FieldIssue['in'];
export type IssueParams = FieldIssue['params'];

/**
 * One breach of one rule. `path` is a JSONPath from the part of the request that `in` names; `code` and `params` say the
 * same as the English `message`, for screens in other languages.
 */
export interface Issue extends FieldIssue {
  code: IssueCode;
}

export function issueAt(
  place: Place,
  segments: readonly PropertyKey[],
  code: IssueCode,
  params: IssueParams = {},
): Issue {
  return {
    in: place,
    path: jsonPath(segments),
    code,
    params,
    message: sentenceOf(code, fieldName(place, segments), params),
  };
}

// An entry of a list is called by its list, counted from one as people do.
function fieldName(place: Place, segments: readonly PropertyKey[]): string {
  const name = String(segments.findLast((segment) => typeof segment === 'string') ?? place);
  const last = segments.at(-1);
  return typeof last === 'number' ? `Entry ${last + 1} of ${name}` : name;
}
