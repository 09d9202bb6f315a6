import type { Problem, FieldIssue } from '../../shared/contract/problem.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { choices, type Language } from '../choices/choices.svelte.ts';
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { format } from './format.svelte.ts';
import { isolating } from './isolate-bidi.ts';
import { zhCN } from './zh-CN.ts';

const catalogues: Record<Language, Catalogue> = { en: isolating(en), 'zh-CN': isolating(zhCN) };

/**
 * The texts of the chosen language. Read it in markup or `$derived`, so that a language switch takes effect at once.
 */
export const t = (): Catalogue => catalogues[choices.language];

function isOne<T extends object>(table: T, code: string): code is keyof T & string {
  return Object.hasOwn(table, code);
}

/** A problem in the user's language. */
export function sayProblem(problem: Problem): string {
  return t().problems.kind[problem.kind](problem.params ?? {});
}

/** An issue of a field in the user's language; unknown codes fall back to their English message. */
export function sayIssue(issue: Pick<FieldIssue, 'code' | 'params' | 'message'>): string {
  const { issue: sentences } = t().problems;
  return isOne(sentences, issue.code) ? sentences[issue.code](issue.params) : issue.message;
}

/** Advice of the desk in the user's language; unknown codes fall back to their English message. */
export function sayAdvice(code: string, message: string): string {
  const { adviceText } = t().form;
  return isOne(adviceText, code) ? adviceText[code] : message;
}

/**
 * What is damaged besides the entries, and what to do about each. `parts`: names separated by spaces; unknown ones are
 * skipped.
 */
export function sayDamaged(parts: string): { things: string; todo: string[] } {
  const { damaged } = t();
  const words = parts.split(' ').flatMap((part) => (isOne(damaged, part) ? [damaged[part]] : []));
  const todo = new Set(words.flatMap(({ do: one }) => (one === '' ? [] : [one])));
  return { things: format.list([...new Set(words.map(({ what }) => what))]), todo: [...todo] };
}

/** Name of a setting as on the settings screen; an unknown name is returned unchanged. */
export function nameOfSetting(name: string): string {
  const { name: names } = t().settings;
  return isOne(names, name) ? names[name] : name;
}

/** Name of a kind of entry; an unknown endpoint number is returned unchanged. */
export function kindName(endpoint: number): string {
  const kind = kindOfEndpoint(endpoint);
  return kind ? t().creates[kind].row : String(endpoint);
}
