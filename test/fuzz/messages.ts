import { deskContract, type ProcedureName } from '../../shared/contract/desk-contract.ts';
import { seeded } from '../simulation/seeded.ts';
import { hostileNumbers, hostileTexts, nested } from './hostile-values.ts';
import { z } from 'zod';

export interface Message {
  name: string;
  input: unknown;
}

interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | boolean;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  additionalProperties?: Schema | boolean;
}

const names = Object.keys(deskContract) as ProcedureName[];
const shapes = new Map(
  names.map((name) => [
    name,
    z.toJSONSchema(deskContract[name].input, { io: 'input', unrepresentable: 'any' }) as Schema,
  ]),
);
const mostKept = 400;

/**
 * A stream of messages to the desk, determined by a seed. Each names a procedure of the contract, and its input has the
 * procedure's shape, is often distorted, and contains hostile texts or texts from the desk's own answers.
 */
export function messages(seed: number) {
  const chance = seeded(seed);
  const told: string[] = [];
  let commands = 0;

  const text = (): string => (told.length > 0 && chance.chance(0.4) ? chance.one(told) : chance.one(hostileTexts));

  function of(schema: Schema, name = ''): unknown {
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return of(chance.one(choices), name);
    if ('const' in schema) return schema.const;
    if (schema.enum) return chance.one(schema.enum);
    switch (schema.type) {
      case 'string':
        if (name === 'commandId') return `fuzz-${String(seed)}-${String(chance.chance(0.9) ? ++commands : commands)}`;
        return text()
          .slice(0, schema.maxLength)
          .padEnd(schema.minLength ?? 0, 'x');
      case 'integer':
      case 'number': {
        const { minimum = -10, maximum = minimum + 100 } = schema;
        if (chance.chance(0.2)) return chance.one(hostileNumbers);
        const value = chance.between(minimum, Math.min(maximum, minimum + 1000));
        return schema.type === 'integer' ? Math.round(value) : value;
      }
      case 'boolean':
        return chance.chance(0.5);
      case 'array': {
        if (schema.prefixItems) return schema.prefixItems.map((one) => of(one, name));
        const { minItems = 0 } = schema;
        const items = typeof schema.items === 'object' ? schema.items : {};
        return Array.from({ length: minItems + chance.below(4) }, () => of(items, name));
      }
      case 'object': {
        const given = Object.entries(schema.properties ?? {}).filter(
          ([key]) => schema.required?.includes(key) || chance.chance(0.6),
        );
        const entries = given.map(([key, one]): [string, unknown] => [key, of(one, key)]);
        const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
        if (rest) entries.push([text(), of(rest)]);
        return Object.fromEntries(entries);
      }
      default:
        return anything(2);
    }
  }

  function anything(deep: number): unknown {
    const what = chance.below(deep > 0 ? 7 : 4);
    if (what === 0) return null;
    if (what === 1) return chance.one(hostileNumbers);
    if (what === 2) return chance.chance(0.5);
    if (what === 3) return text();
    if (what === 4) return Array.from({ length: chance.below(4) }, () => anything(deep - 1));
    return Object.fromEntries(Array.from({ length: chance.below(4) }, () => [text(), anything(deep - 1)]));
  }

  /** Changes a value somewhere: to another type, by removing something, or by adding something. */
  function bent(value: unknown): unknown {
    if (chance.chance(0.3) || typeof value !== 'object' || value === null)
      return chance.chance(0.02) ? nested(chance.one([10, 100, 3000])) : anything(2);
    if (Array.isArray(value)) {
      const at = chance.below(value.length + 1);
      return chance.chance(0.2)
        ? [...(value as unknown[]), ...(value as unknown[])]
        : value.toSpliced(at, 1, bent(value[at]));
    }
    const entries = Object.entries(value);
    if (entries.length === 0 || chance.chance(0.2)) return { ...value, [text()]: anything(1) };
    const [key, held] = chance.one(entries);
    if (chance.chance(0.2)) return Object.fromEntries(entries.filter(([other]) => other !== key));
    return { ...value, [key]: bent(held) };
  }

  /** An order as a form sends it, so that other messages have something to refer to. */
  const order = (): Message => ({
    name: 'entry.enqueue',
    input: {
      commandId: `fuzz-${String(seed)}-order-${String(++commands)}`,
      operator: text().slice(0, 100),
      request: {
        endpoint: 2,
        body: { Package: { PackageId: `FUZZ-${String(commands)}`, Custom: text().slice(0, 100) } },
      },
    },
  });

  return {
    next(): Message {
      if (chance.chance(0.02)) return order();
      if (chance.chance(0.01)) return { name: text(), input: anything(3) };
      const name = chance.one(names);
      const input = of(shapes.get(name) ?? {});
      return { name, input: chance.chance(0.5) ? bent(input) : input };
    },
    /** Collects texts of an answer that later messages may contain: ids, keys, names. */
    hear(answer: unknown): void {
      const heard = JSON.stringify(answer)
        .slice(0, 4000)
        .matchAll(/"([^"\\]{1,64})"/g);
      for (const [, one = ''] of heard) {
        if (told.length >= mostKept) told[chance.below(mostKept)] = one;
        else told.push(one);
      }
    },
  };
}
