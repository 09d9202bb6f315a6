import type * as z from 'zod';
import { issueAt } from './issue.ts';
import type { Issue, IssueCode, IssueParams, Place } from './issue.ts';
import { objectAt } from './schema-walk.ts';
import { expectedWord, typeWord } from './type-word.ts';
import { valueAt } from './value-at.ts';

/** Checks one part of a request against its schema: the parsed part with its defaults, or every breach. */
export function checkPart(schema: z.ZodObject, value: unknown, place: Place): { value: unknown } | { issues: Issue[] } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, schema, value, place)) };
}

function issuesOf(issue: z.core.$ZodIssue, schema: z.ZodObject, whole: unknown, place: Place): Issue[] {
  const at = (code: IssueCode, params: IssueParams = {}): Issue => issueAt(place, issue.path, code, params);
  switch (issue.code) {
    case 'custom': {
      const { code, ...params } = issue.params as { code: IssueCode } & IssueParams;
      return [at(code, params)];
    }
    case 'unrecognized_keys':
      return issue.keys.map((name) => unknownName(name, issue.path, schema, place));
    case 'too_big':
    case 'too_small':
      return [at('not-safe-integer')];
    default: {
      const found = valueAt(whole, issue.path);
      if (found === undefined) return [at('missing')];
      const expected = issue.code === 'invalid_type' ? issue.expected : 'value';
      if (expected === 'int' && typeof found === 'number' && Number.isFinite(found)) return [at('not-integer')];
      return [at('wrong-type', { expected: expectedWord(expected), found: typeWord(found) })];
    }
  }
}

function unknownName(name: string, path: readonly PropertyKey[], schema: z.ZodObject, place: Place): Issue {
  const names = Object.keys(objectAt(schema, path)?.shape ?? {});
  const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
  if (meant === undefined) return issueAt(place, [...path, name], 'unknown-name');
  return issueAt(place, [...path, name], 'wrong-case', { meant });
}
