import type { CreateRecord } from '../../shared/creates/create-record.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import { endpointNumbers, endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { ruleOf } from '../../shared/service/field.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import * as z from 'zod';

/**
 * Path of the page from the project root. `node test/boundaries/describe-service.ts` writes the page; a test fails when
 * it is out of date.
 */
export const servicePage = 'docs/service.md';

const introduction = `# The service's endpoints

All 20 endpoints as the contracts in \`shared/service\` and \`shared/creates\` define them. This page is generated (\`node
test/boundaries/describe-service.ts\`); a test fails when it is out of date. What the interface leaves open is decided in
[the service](design/service.md), and how a request may be repeated in [delivery](design/delivery.md).

A field marked * is required where its parent is present. Lengths are in characters. Decimal (8, 2) allows eight digits,
two of them after the point. "Open" lists values that were seen; others are accepted.
`;

/** The whole page, as Markdown. */
export function describeService(): string {
  const index = endpointNumbers.map((number) => {
    const { method, path, title } = endpointOf(number);
    return `| [${number}](#${number}) | ${method} | \`${path}\` | ${title} |`;
  });
  return [
    introduction,
    '| no. | method | path | purpose |\n| --- | --- | --- | --- |',
    ...index,
    '',
    ...endpointNumbers.map(describeEndpoint),
  ].join('\n');
}

const afterLostAnswer = {
  documented: 'the same body again',
  'ask-status': 'only after the status endpoint was asked',
  'send-again': 'the same request again',
};

function describeEndpoint(number: EndpointNumber): string {
  const endpoint = endpointOf(number);
  const { title, method, path, params, query, reply, replyKind, statuses } = endpoint;
  const facts = [
    statuses.length > 0 && `Statuses: ${statuses.join(', ')}`,
    endpoint.key && `Key: \`${endpoint.key.path.join('.')}\` (${endpoint.key.kind})`,
    `After a lost answer: ${afterLostAnswer[endpoint.repeat]}`,
    endpoint.outcome.length > 0 && `Outcome: endpoint ${endpoint.outcome.join(', then ')}`,
    endpoint.creates && `Created when: ${createdWhen[(endpoint as unknown as CreateRecord).creationProof]}`,
  ].filter((fact) => fact !== false && fact !== null);
  const parts = [
    `## <a id="${number}"></a>${number}. ${title}\n\n\`${method} ${path}\`\n`,
    `${facts.map((fact) => `- ${fact}`).join('\n')}\n`,
    describeShape('Path', params),
    describeShape('Query', query),
    endpoint.body && `Body:\n\n${table(describeFields(number).map(describeField))}\n`,
    reply ? `Reply, ${replyKinds[replyKind]}:\n\n${describeReply(reply)}\n` : 'Reply: none documented.\n',
  ];
  return parts.filter((part) => part !== null && part !== '').join('\n');
}

const createdWhen: Record<CreateRecord['creationProof'], string> = {
  number: 'its status record has a tracking number',
  handling: 'its status record has left `Initial`',
  receipt: 'the answer says so',
  taken: 'it is accepted',
};

const replyKinds = { record: 'one record', list: 'a list of', 'one-or-many': 'one or a list of', none: '' };

const table = (rows: readonly string[]): string => ['| field | value |', '| --- | --- |', ...rows].join('\n');

function describeShape(heading: string, shape: z.ZodObject): string {
  const rows = Object.entries(fieldsOf(shape)).map(([name, schema]) => {
    const isRequired = !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault);
    const inner = unwrapSchema(schema);
    const value = inner instanceof z.ZodArray ? 'list' : describeRule(ruleOf(inner) ?? { type: 'text' });
    return `| \`${name}\`${isRequired ? ' *' : ''} | ${value} |`;
  });
  return rows.length === 0 ? '' : `${heading}:\n\n${table(rows)}\n`;
}

const describeField = (field: FieldDescription): string =>
  `| \`${field.path}\`${field.required ? ' *' : ''} | ${describeValue(field)} |`;

function describeValue(field: FieldDescription): string {
  const parts = [
    field.type === 'object' || field.type === 'list' ? field.type : describeRule(field),
    field.maxItems !== undefined && `at most ${field.maxItems} entries`,
    field.default !== undefined && `default \`${JSON.stringify(field.default)}\``,
    field.unit,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

type Rule = Pick<FieldDescription, 'type'> &
  Partial<
    Pick<FieldDescription, 'minLength' | 'maxLength' | 'min' | 'max' | 'digits' | 'places' | 'form' | 'examples'>
  >;

function describeRule({ type, minLength, maxLength, min, max, digits, places, form, examples: seen }: Rule): string {
  const parts = [
    digits !== undefined && type === 'decimal' ? `decimal (${digits}, ${places})` : type,
    range('characters', minLength, maxLength),
    range('', min, max),
    form !== undefined && `must be ${form}`,
    seen && `open: ${seen.map((value) => `\`${value}\``).join(', ')}`,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}

function range(unit: string, minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined && maximum === undefined) return '';
  if (minimum === undefined) return `at most ${maximum} ${unit}`.trim();
  return (maximum === undefined ? `at least ${minimum} ${unit}` : `${minimum} to ${maximum} ${unit}`).trim();
}

/**
 * Lists the fields of a reply: plain fields on one line, each object on its own line. Limits are not listed, because
 * replies are parsed leniently.
 */
function describeReply(reply: z.ZodObject): string {
  const fields = Object.entries(fieldsOf(reply)).map(([name, schema]) => nameReplyField(name, schema));
  const plain = fields.filter((field) => !field.includes('('));
  const nested = fields.filter((field) => field.includes('('));
  return wrapList([plain.join(', '), ...nested].filter((line) => line !== ''));
}

const wrapList = (lines: readonly string[]): string => lines.map((line) => wrap(`- ${line}`)).join('\n');

/** Breaks a list item into lines of at most 120 characters. */
const wrap = (item: string): string =>
  item.split(' ').reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return `${text}${line.length + word.length < 120 ? ' ' : '\n  '}${word}`;
  });

function nameReplyField(name: string, schema: z.core.$ZodType): string {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return nameReplyField(`${name}[]`, inner.element);
  if (!(inner instanceof z.ZodObject)) return `\`${name}\``;
  const fields = Object.entries(fieldsOf(inner)).map(([field, value]) => nameReplyField(field, value));
  return fields.length === 0 ? `\`${name}\` (fields not documented)` : `\`${name}\` (${fields.join(', ')})`;
}

if (argv[1] === import.meta.filename) writeFileSync(join(import.meta.dirname, '../..', servicePage), describeService());
