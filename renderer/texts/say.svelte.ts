import type { Problem, FieldIssue } from '../../shared/contract/problem.ts';
import { kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import { boundedText } from '../../shared/text/bounded-text.ts';
import { choices, type Language } from '../choices/choices.svelte.ts';
import type { Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { format } from './format.svelte.ts';
import { zhCN } from './zh-CN.ts';

// right-to-left letters and bidi control characters
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Wraps a user-entered name for a sentence, so that it does not change the direction of the text around it. */
export const isolateBidi = (name: string): string => (turns.test(name) ? `\u2068${boundedText(name)}\u2069` : name);

/** Isolates every text in a parameter of a sentence. */
const safe = (given: unknown): unknown =>
  typeof given === 'string'
    ? isolateBidi(given)
    : typeof given === 'object' && given !== null && Object.getPrototypeOf(given) === Object.prototype
      ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, safe(value)]))
      : given;

/**
 * The catalogue with sentences that isolate their parameters: names, numbers and foreign words may be right-to-left or
 * contain bidi controls that would reorder the text after them.
 */
export function isolating<T extends object>(catalogue: T): T {
  const bounded = { ...catalogue };
  for (const [name, said] of Object.entries(catalogue)) Reflect.set(bounded, name, boundedWords(said));
  return bounded;
}

function boundedWords(said: unknown): unknown {
  if (typeof said === 'function')
    return (...given: unknown[]): unknown => Reflect.apply(said, undefined, given.map(safe));
  return typeof said === 'object' && said !== null && !Array.isArray(said) ? isolating(said) : said;
}

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
