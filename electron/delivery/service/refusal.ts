import { refusedMessage } from '../../../shared/outbox/whys.ts';
import { barePath, lastName, templateOf } from '../../../shared/path/path.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import { unwrapSchema, fieldsOf } from '../../../shared/service/schema-walk.ts';
import type { HttpAnswer } from './exchange.ts';
import { isObject, parseJson, plainText, textOfPage } from './read-json.ts';
import * as z from 'zod';

const known = new Map<EndpointNumber, readonly string[]>();

/** All field names of an endpoint's body, in the service's spelling, longest first. */
function fieldNames(number: EndpointNumber): readonly string[] {
  const names = known.get(number) ?? [...collect(endpointOf(number).body)].sort((a, b) => b.length - a.length);
  known.set(number, names);
  return names;
}

function collect(schema: z.core.$ZodType | null, found = new Set<string>()): Set<string> {
  const inner = schema && unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return collect(inner.element, found);
  if (!(inner instanceof z.ZodObject)) return found;
  for (const [name, field] of Object.entries(fieldsOf(inner))) {
    found.add(name);
    collect(field, found);
  }
  return found;
}

/**
 * The field of an endpoint that a text mentions, in the service's spelling, or null. An exact match wins over one in
 * another case, which counts only for compound names: "city" may be any city, "packageid" may not.
 */
export function findMentionedField(number: EndpointNumber, words: string): string | null {
  const names = fieldNames(number);
  const exact = earliest(names, words);
  if (exact !== null) return exact;
  const lower = words.toLowerCase();
  const compound = names.filter((name) => /[a-z][A-Z]/.test(name));
  const found = earliest(
    compound.map((name) => name.toLowerCase()),
    lower,
  );
  return compound.find((name) => name.toLowerCase() === found) ?? null;
}

const lastWord = String.raw`[([]?(?:Parameter(?: name)?:?\s*)?['"]?([\w.[\]]+?)['"]?[)\]]?\.?$`;
const behindSentence = new RegExp(String.raw`^(.+(?:[。！？]\s*|[.!?](?:\s+|(?=[([]))))${lastWord}`, 'su');
const behindMark = new RegExp(String.raw`^(.+\s.+?)(?:\s*[,;:，；：–-]\s*|\s*(?=[([]))${lastWord}`, 'su');

/**
 * Removes a bare field name or path at the end of a text if it adds nothing: after a finished sentence, since the text
 * is shown next to its field, and after punctuation if the text already names the field.
 */
export function stripFieldEcho(number: EndpointNumber, words: string): string {
  const [, sentence, echoed = ''] = behindSentence.exec(words) ?? [];
  if (sentence !== undefined && isField(number, echoed)) return sentence.trimEnd();
  const [, said = '', again = ''] = behindMark.exec(words) ?? [];
  const names = said.split(/[^A-Za-z0-9_]+/);
  return isField(number, again) && names.includes(lastOf(again)) ? said : words;
}

const lastOf = (path: string): string => lastName(barePath(templateOf(path)));
const isField = (number: EndpointNumber, path: string): boolean => fieldNames(number).includes(lastOf(path));

function earliest(names: readonly string[], words: string): string | null {
  let best: { at: number; name: string } | null = null;
  for (const name of names) {
    const found = new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])(?:(?:\\[\\d+\\])?\\.(\\w+))?`).exec(words);
    // A path mentions objects before its field: in Package.ShipToAddress.City the field is City.
    if (!found || names.includes(found[1] ?? '')) continue;
    if (!best || found.index < best.at) best = { at: found.index, name };
  }
  return best?.name ?? null;
}

/** Why the service refuses, in its own words; `field` is the field of the endpoint that the words mention. */
export interface Refusal {
  code: string;
  text: string;
  field: string | null;
}

/**
 * The most likely reason in an error answer. Its shape is not documented: `Errors[].Message`, `Message`, `message`,
 * titles and bare text are read if present, and none is required.
 */
export function readRefusal(number: EndpointNumber, answer: Pick<HttpAnswer, 'status' | 'body'>): Refusal {
  const parsed = parseJson(answer.body);
  const said = parsed.ok ? messagesIn(parsed.json) : [];
  const bare = parsed.ok
    ? ''
    : answer.body.trimStart().startsWith('<')
      ? textOfPage(answer.body)
      : plainText(answer.body);
  const text = inOneLine(number, said) || stripFieldEcho(number, bare) || refusedMessage(answer.status);
  const code = (parsed.ok && codeIn(parsed.json)) || `HTTP ${answer.status}`;
  return { code, text, field: findMentionedField(number, said.join(' ') || bare) };
}

const maxMessages = 5;

/** Joins several messages into one line that keeps them distinguishable. */
function inOneLine(number: EndpointNumber, said: readonly string[]): string {
  const messages = said.slice(0, maxMessages).map((text) => stripFieldEcho(number, plainText(text)));
  const different = [...new Set(messages)].filter((text) => text !== '');
  const ended = (text: string, at: number): string =>
    at === different.length - 1 || /[.!?。！？;；:：,，]$/u.test(text) ? text : `${text};`;
  return plainText(different.map(ended).join(' '));
}

const longestNo = 200;

/**
 * The text of a JSON that refuses by a field the interface uses elsewhere for that (8, pricing), or that lists errors:
 * no body is documented here, so only a person can know what it means. Null if it does neither.
 */
export function refusalTextIn(json: unknown): string | null {
  const first: unknown = Array.isArray(json) ? json[0] : json;
  if (!isObject(first)) return null;
  const isNo = first['Success'] === false || first['success'] === false;
  const errors = inList(first['Errors'] ?? first['errors'], 0);
  if (!isNo && errors.length === 0) return null;
  return plainText([...(isNo ? ['Success: false'] : []), ...messagesIn(first)].join(' ')).slice(0, longestNo);
}

const listNames = ['Errors', 'errors', 'ModelState'];
const textNames = ['Message', 'message', 'ErrorMessage', 'errorMessage', 'ReasonText', 'detail', 'title', 'Title'];
const looseNames = ['error', 'Error', 'text', 'msg', 'Msg'];

function messagesIn(json: unknown, depth = 0): string[] {
  if (typeof json === 'string') return json.trim() === '' ? [] : [json];
  if (depth > 4) return [];
  if (Array.isArray(json)) return json.slice(0, 20).flatMap((entry) => messagesIn(entry, depth + 1));
  if (!isObject(json)) return [];
  for (const name of listNames) {
    const found = inList(json[name], depth);
    if (found.length > 0) return found;
  }
  for (const name of [...textNames, ...looseNames]) {
    const found = name in json && Object.hasOwn(json, name) ? messagesIn(json[name], depth + 1) : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** A list of errors, or one list per field, whose name is then added to the text. */
function inList(errors: unknown, depth: number): string[] {
  if (!isObject(errors)) return messagesIn(errors, depth + 1);
  const own = messagesIn(errors, depth + 1);
  if (own.length > 0) return own;
  return Object.entries(errors)
    .slice(0, 20)
    .flatMap(([field, entry]) => messagesIn(entry, depth + 1).map((text) => `${field}: ${text}`));
}

function codeIn(json: unknown): string | null {
  if (Array.isArray(json)) return codeIn(json[0]);
  if (!isObject(json)) return null;
  const inner = codeIn(json['Errors'] ?? json['errors']);
  if (inner !== null) return inner;
  const code = json['Code'] ?? json['code'] ?? json['ErrorCode'] ?? json['errorCode'];
  if (typeof code !== 'string' && typeof code !== 'number') return null;
  return plainText(String(code)).slice(0, 100) || null;
}
