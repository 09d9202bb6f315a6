import type { Problem, FieldIssue } from '../../shared/problem.ts';
import { choices, type Language } from '../state/choices.svelte.ts';
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { isolating } from './isolating.ts';
import { zhCN } from './zh-CN.ts';

const catalogues: Record<Language, Catalogue> = { en: isolating(en), 'zh-CN': isolating(zhCN) };

/** The words of the chosen language. Read it in markup or `$derived`, so that a switch of language is seen at once. */
export const t = (): Catalogue => catalogues[choices.language];

function isOne<T extends object>(table: T, code: string): code is keyof T & string {
  return Object.hasOwn(table, code);
}

/** A problem in the person's language. */
export function sayProblem(problem: Problem): string {
  return t().problems.kind[problem.kind](problem.params ?? {});
}

/** An issue at a field in the person's language; codes no catalogue knows are said as they came. */
export function sayIssue(issue: Pick<FieldIssue, 'code' | 'params' | 'message'>): string {
  const { issue: sentences } = t().problems;
  return isOne(sentences, issue.code) ? sentences[issue.code](issue.params) : issue.message;
}

/** Advice of the desk in the person's language. */
export function sayAdvice(code: string, message: string): string {
  const { adviceText } = t().form;
  return isOne(adviceText, code) ? adviceText[code] : message;
}

/** Name of a setting as the settings screen has it. */
export function nameOfSetting(name: string): string {
  const { name: names } = t().settings;
  return isOne(names, name) ? names[name] : name;
}

/** Name of a kind of entry; a number no one knows is shown as it is. */
export function kindName(endpoint: number): string {
  const { kind } = t().outbox;
  const name = String(endpoint);
  return Object.entries(kind).find(([number]) => number === name)?.[1] ?? name;
}
