import type * as z from 'zod';
import { issueAt } from './issue.ts';
import type { Issue, IssueCode, IssueParams, RequestPart } from './issue.ts';
import { objectAt } from './schema-walk.ts';
import { expectedWord, typeWord } from './type-word.ts';
import { valueAt } from './value-at.ts';

/** Checks one part of a request against its schema: the parsed part with its defaults, or every breach. */
export function checkPart(
  schema: z.ZodObject,
  value: unknown,
  part: RequestPart,
): { value: unknown } | { issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, schema, value, part)) };
}

function issuesOf(issue: z.core.$ZodIssue, schema: z.ZodObject, whole: unknown, part: RequestPart): Issue[] {
  const issueHere = (code: IssueCode, params: IssueParams = {}): Issue => issueAt(part, issue.path, code, params);
  switch (issue.code) {
    case 'custom': {
      const { code, ...params } = issue.params as { code: IssueCode } & IssueParams;
      return [issueHere(code, params)];
    }
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownName(name, issue.path, schema, part));
    case 'too_big':
    case 'too_small':
      return [issueHere('not-safe-integer')];
    default: {
      const found = valueAt(whole, issue.path);
      if (found === undefined) return [issueHere('missing')];
      const expected = issue.code === 'invalid_type' ? issue.expected : 'value';
      if (expected === 'int' && typeof found === 'number' && Number.isFinite(found)) return [issueHere('not-integer')];
      return [issueHere('wrong-type', { expected: expectedWord(expected), found: typeWord(found) })];
    }
  }
}

function unknownName(name: string, path: readonly PropertyKey[], schema: z.ZodObject, part: RequestPart): Issue {
  const names = Object.keys(objectAt(schema, path)?.shape ?? {});
  const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
  if (meant === undefined) return issueAt(part, [...path, name], 'unknown-name');
  return issueAt(part, [...path, name], 'wrong-case', { meant });
}
