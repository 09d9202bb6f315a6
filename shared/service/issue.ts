import type { FieldIssue } from '../contract/problem.ts';
import { jsonPath } from '../path/path.ts';

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

export type RequestPart = FieldIssue['in'];
export type IssueParams = FieldIssue['params'];

/**
 * One breach of one rule. `path` is a JSONPath within the part of the request named by `in`; `code` and `params` carry
 * the same as the English `message`, for screens in other languages.
 */
export interface Issue extends FieldIssue {
  code: IssueCode;
}

export function issueAt(
  part: RequestPart,
  segments: readonly PropertyKey[],
  code: IssueCode,
  params: IssueParams = {},
): Issue {
  return {
    in: part,
    path: jsonPath(segments),
    code,
    params,
    message: sentenceOf(code, fieldName(part, segments), params),
  };
}

// An entry of a list is named after the list, counted from one.
function fieldName(part: RequestPart, segments: readonly PropertyKey[]): string {
  const name = String(segments.findLast((segment) => typeof segment === 'string') ?? part);
  const last = segments.at(-1);
  return typeof last === 'number' ? `Entry ${last + 1} of ${name}` : name;
}

const sentences: Record<IssueCode, (field: string, params: IssueParams) => string> = {
  missing: (field) => `${field} is required: fill it in.`,
  'missing-when': (field, p) => `${field} is required when ${p.other} is ${p.value}: fill it in.`,
  'unknown-name': (field) => `There is no field ${field} here: remove it.`,
  'wrong-case': (field, p) => `There is no field ${field} here: did you mean ${p.meant}? Names are case-sensitive.`,
  'wrong-type': (field, p) =>
    p.found === 'null'
      ? `${field} must be ${p.expected} and not null: leave it out or fill it in.`
      : `${field} must be ${p.expected}, but is ${p.found}: change it.`,
  'too-long': (field, p) => `${field} may have at most ${p.max} characters, but has ${p.length}: shorten it.`,
  'too-short': (field, p) => `${field} must have at least ${p.min} characters, but has ${p.length}: lengthen it.`,
  pattern: (field, p) => `${field} does not have its form: give it ${p.form}.`,
  'too-small': (field, p) =>
    p.above === undefined ? `${field} must be at least ${p.min}.` : `${field} must be greater than ${p.above}.`,
  'too-big': (field, p) =>
    p.below === undefined ? `${field} must be at most ${p.max}.` : `${field} must be less than ${p.below}.`,
  'too-many-decimals': (field, p) => `${field} may have at most ${p.places} digits after the point: round it.`,
  'not-integer': (field) => `${field} must be a whole number: round it.`,
  'not-safe-integer': (field) => `${field} is too large to be kept exactly: use a smaller whole number.`,
  'bad-date': (field) => `${field} must be a date and time such as 2025-03-31T14:05:00+08:00: write it so.`,
  'too-many': (field, p) => `${field} may have at most ${p.max} entries, but has ${p.count}: split the request.`,
  empty: (field) => `${field} must not be empty: fill it in.`,
  'not-in-address': (field) => `${field} cannot be part of an address as it is: correct it.`,
  'unknown-endpoint': (_field, p) =>
    `endpoint must be a whole number from ${p.min} to ${p.max}: name one of the endpoints of the service.`,
  'no-body': () => 'This endpoint takes no body: leave it out.',
  'bad-key': (field) => `${field} may only have the letters A-Z and a-z, digits, - and _, 50 at most: change it.`,
};

/** The English sentence for a breach: what is wrong with the field, and what to do. */
const sentenceOf = (code: IssueCode, field: string, params: IssueParams): string => sentences[code](field, params);
