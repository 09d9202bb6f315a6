import { refusedMessage } from '../../../shared/outbox/whys.ts';
import { barePath, lastName, templateOf } from '../../../shared/path/path.ts';
import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import { unwrapSchema, fieldsOf } from '../../../shared/service/schema-walk.ts';
import type { HttpAnswer } from './exchange.ts';
import { isObject, parseJson, plainText, textOfPage } from './read-json.ts';
import * as z from 'zod';

const namesByEndpoint = new Map<EndpointNumber, readonly string[]>();

/** All field names of an endpoint's body, in the service's spelling, longest first. */
function fieldNamesOf(number: EndpointNumber): readonly string[] {
  const names =
    namesByEndpoint.get(number) ?? [...collectNames(endpointOf(number).body)].sort((a, b) => b.length - a.length);
  namesByEndpoint.set(number, names);
  return names;
}

function collectNames(schema: z.core.$ZodType | null, names = new Set<string>()): Set<string> {
  const inner = schema && unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return collectNames(inner.element, names);
  if (!(inner instanceof z.ZodObject)) return names;
  for (const [name, field] of Object.entries(fieldsOf(inner))) {
    names.add(name);
    collectNames(field, names);
  }
  return names;
}

/**
 * The field of an endpoint that a text mentions, in the service's spelling, or null. An exact match wins over one in
 * another case, which counts only for compound names: "city" may be any city, "packageid" may not.
 */
export function findMentionedField(number: EndpointNumber, text: string): string | null {
  const names = fieldNamesOf(number);
  const exact = findEarliest(names, text);
  if (exact !== null) return exact;
  const lower = text.toLowerCase();
  const compound = names.filter((name) => /[a-z][A-Z]/.test(name));
  const match = findEarliest(
    compound.map((name) => name.toLowerCase()),
    lower,
  );
  return compound.find((name) => name.toLowerCase() === match) ?? null;
}

const lastWordPattern = String.raw`[([]?(?:Parameter(?: name)?:?\s*)?['"]?([\w.[\]]+?)['"]?[)\]]?\.?$`;
const fieldAfterSentence = new RegExp(String.raw`^(.+(?:[。！？]\s*|[.!?](?:\s+|(?=[([]))))${lastWordPattern}`, 'su');
const fieldAfterPunctuation = new RegExp(
  String.raw`^(.+\s.+?)(?:\s*[,;:，；：–-]\s*|\s*(?=[([]))${lastWordPattern}`,
  'su',
);

/**
 * Removes a bare field name or path from the end of a text if it adds nothing: after a full sentence, because the text
 * is shown next to its field; and after other punctuation, if the text already names the field.
 */
export function stripFieldEcho(number: EndpointNumber, text: string): string {
  const [, sentence, sentencePath = ''] = fieldAfterSentence.exec(text) ?? [];
  if (sentence !== undefined && isField(number, sentencePath)) return sentence.trimEnd();
  const [, beforeField = '', markedPath = ''] = fieldAfterPunctuation.exec(text) ?? [];
  const names = beforeField.split(/[^A-Za-z0-9_]+/);
  return isField(number, markedPath) && names.includes(lastNameOf(markedPath)) ? beforeField : text;
}

const lastNameOf = (path: string): string => lastName(barePath(templateOf(path)));
const isField = (number: EndpointNumber, path: string): boolean => fieldNamesOf(number).includes(lastNameOf(path));

function findEarliest(names: readonly string[], text: string): string | null {
  let best: { index: number; name: string } | null = null;
  for (const name of names) {
    const match = new RegExp(`(?<![A-Za-z0-9_])${name}(?![A-Za-z0-9_])(?:(?:\\[\\d+\\])?\\.(\\w+))?`).exec(text);
    // A path mentions objects before its field: in Package.ShipToAddress.City the field is City.
    if (!match || names.includes(match[1] ?? '')) continue;
    if (!best || match.index < best.index) best = { index: match.index, name };
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
  const messages = parsed.ok ? messagesIn(parsed.json) : [];
  const bareText = parsed.ok
    ? ''
    : answer.body.trimStart().startsWith('<')
      ? textOfPage(answer.body)
      : plainText(answer.body);
  const text = joinMessages(number, messages) || stripFieldEcho(number, bareText) || refusedMessage(answer.status);
  const code = (parsed.ok && codeIn(parsed.json)) || `HTTP ${answer.status}`;
  return { code, text, field: findMentionedField(number, messages.join(' ') || bareText) };
}

const maxMessages = 5;

/** Joins messages into one line, each ending in punctuation. */
function joinMessages(number: EndpointNumber, texts: readonly string[]): string {
  const messages = texts.slice(0, maxMessages).map((text) => stripFieldEcho(number, plainText(text)));
  const distinct = [...new Set(messages)].filter((text) => text !== '');
  const withEnd = (text: string, index: number): string =>
    index === distinct.length - 1 || /[.!?。！？;；:：,，]$/u.test(text) ? text : `${text};`;
  return plainText(distinct.map(withEnd).join(' '));
}

const maxRefusalLength = 200;

/**
 * The text of a JSON that refuses by a field the interface uses elsewhere for that (8, pricing), or that lists errors:
 * no body is documented here, so only a person can know what it means. Null if it does neither.
 */
export function refusalTextIn(json: unknown): string | null {
  const first: unknown = Array.isArray(json) ? json[0] : json;
  if (!isObject(first)) return null;
  const isRefused = first['Success'] === false || first['success'] === false;
  const errors = readErrors(first['Errors'] ?? first['errors'], 0);
  if (!isRefused && errors.length === 0) return null;
  return plainText([...(isRefused ? ['Success: false'] : []), ...messagesIn(first)].join(' ')).slice(
    0,
    maxRefusalLength,
  );
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
    const messages = readErrors(json[name], depth);
    if (messages.length > 0) return messages;
  }
  for (const name of [...textNames, ...looseNames]) {
    const messages = name in json && Object.hasOwn(json, name) ? messagesIn(json[name], depth + 1) : [];
    if (messages.length > 0) return messages;
  }
  return [];
}

/** A list of errors, or one list per field, whose name is then added to the text. */
function readErrors(errors: unknown, depth: number): string[] {
  if (!isObject(errors)) return messagesIn(errors, depth + 1);
  const messages = messagesIn(errors, depth + 1);
  if (messages.length > 0) return messages;
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
