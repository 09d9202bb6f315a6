import * as z from 'zod';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { barePath, lastName, templateOf } from '../../shared/path/path.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';

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
