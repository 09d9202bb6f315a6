import { isOpenToScreens } from '../../../electron/desk/calls/answer-calls.ts';
import type { ScreenDesk } from '../../../electron/desk/calls/screen-desk.ts';
import { openScreenDesk } from '../../../electron/hosts/open-screen-desk.ts';
import { createMemorySecrets } from '../../../electron/platform/secret-store.ts';
import { deskContract, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

let folder: string;
let desk: ScreenDesk;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-inputs-'));
  desk = await openScreenDesk({ folder, host: 'browser', secrets: createMemorySecrets() });
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = (Object.keys(deskContract) as ProcedureName[]).filter(isOpenToScreens);
const shapes = names.map((name) => ({
  name,
  schema: z.toJSONSchema(deskContract[name].input, { io: 'input', unrepresentable: 'any' }) as Schema,
}));
const nested = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let n = 0; n < levels; n += 1) value = [value];
  return value;
};

describe('a call that is invalid for every procedure', () => {
  it('is refused with a reason: nested 20,000 deep, or with an unpaired surrogate', async () => {
    const deep = nested(20_000);
    for (const name of names)
      for (const input of [deep, { deep }, { text: 'a\ud800' }, ['\udc00']])
        expect(await desk.callFromScreen(name, input)).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
  });
});

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  minItems?: number;
  minimum?: number;
  minLength?: number;
  format?: string;
  pattern?: string;
  additionalProperties?: Schema | boolean;
}

/** An input of this schema with every part filled, and `text` as each text; `way` selects alternatives. */
function filled(schema: Schema, text: string, way: number): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return filled(choices[way % choices.length] ?? {}, text, way);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[way % schema.enum.length];
  switch (schema.type) {
    case 'string':
      return text.padEnd(schema.minLength ?? 0, text);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return way % 2 === 0;
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((one) => filled(one, text, way));
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () =>
        filled(typeof schema.items === 'object' ? schema.items : {}, text, way),
      );
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, filled(one, text, way)]);
      const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
      return Object.fromEntries(rest ? [...entries, [text, filled(rest, text, way)]] : entries);
    }
    case 'null':
      return null;
    default:
      return text;
  }
}

const texts: [what: string, text: string][] = [
  ['a zero-width space', '\u200b'],
  ['a direction mark', '\u202eabc'],
  ['a space', ' '],
  ['an empty text', ''],
  ['a zero byte', 'a\0b'],
  ['quotes and wildcards', `'"%_*;--`],
  ['a path', '../../etc/passwd'],
  ['an emoji of several characters', '👩‍👩‍👧‍👦'],
  ['an object property name', '__proto__'],
  ['a number', '1e999'],
  ['a long text', 'x'.repeat(20_000)],
];

describe('a call whose every text is unusual', () => {
  it.each(texts)('%s: is completed or refused with a reason, by every procedure', async (_what, text) => {
    const faults: string[] = [];
    for (const { name, schema } of shapes) {
      // Without alternatives each way gives the same call.
      const ways = new Map([0, 1, 2].map((way) => filled(schema, text, way)).map((one) => [JSON.stringify(one), one]));
      for (const shape of ways.values() as Iterable<Record<string, unknown>>) {
        // A known command id would change nothing.
        const input = 'commandId' in shape ? { ...shape, commandId: randomUUID() } : shape;
        // Changing the service or folder would affect the following calls.
        if (name === 'desk.setService' || name === 'desk.switch') continue;
        const result = await desk.callFromScreen(name, input);
        if (!result.ok && ['internal', 'desk-gone'].includes(result.problem.kind))
          faults.push(`${name} ${JSON.stringify(input).slice(0, 200)}: ${result.problem.kind}`);
      }
    }
    expect(faults).toEqual([]);
  });
});
