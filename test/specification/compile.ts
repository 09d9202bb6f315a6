import type { Definition, Node } from './quint.ts';
import { compileFunction } from 'node:vm';

export type Plain = boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };
/** Value of the specification's only variable: sets are sorted lists, maps and records are objects. */
export type State = { readonly [name: string]: Plain };
/** The nondeterministic choices of a step, by their names in the specification. */
export type Picks = Readonly<Record<string, Plain>>;
export interface Successor {
  action: string;
  picks: Picks;
  state: State;
}

export interface Model {
  actions: readonly string[];
  initial(): Successor[];
  successors(state: State): Successor[];
  /** Whether a rule holds in a state, by its name in the specification. */
  holds(rule: string, state: State): boolean;
}

type Write = (...args: string[]) => string;
const set = (...args: string[]) => `[${args.join(', ')}]`;
const both =
  (sign: string): Write =>
  (...args) =>
    `(${args.join(` ${sign} `)})`;

/** JavaScript for the operators that the specification may use; it must not use any other. */
const operators: Record<string, Write> = {
  Set: set,
  Tup: set,
  Map: (...pairs) => `Object.fromEntries(${set(...pairs)})`,
  and: both('&&'),
  or: both('||'),
  eq: both('==='),
  neq: both('!=='),
  iadd: both('+'),
  igt: both('>'),
  ilt: both('<'),
  ilte: both('<='),
  not: (one) => `!${one}`,
  implies: (one, other) => `(!${one} || ${other})`,
  ite: (test, one, other) => `(${test} ? ${one} : ${other})`,
  field: (record, name) => `${record}[${name}]`,
  with: (record, name, value) => `{ ...${record}, [${name}]: ${value} }`,
  get: (map, key) => `${map}[${key}]`,
  set: (map, key, value) => `{ ...${map}, [${key}]: ${value} }`,
  setBy: (map, key, change) => `{ ...${map}, [${key}]: ${change}(${map}[${key}]) }`,
  mapBy: (keys, value) => `Object.fromEntries(${keys}.map((k) => [k, ${value}(k)]))`,
  in: (one, all) => `${all}.includes(${one})`,
  union: (one, other) => `[...new Set([...${one}, ...${other}])].sort()`,
  forall: (all, holds) => `${all}.every(${holds})`,
};

const own = (name: string): string => `its_${name}`;

function expression(node: Node): string {
  switch (node.kind) {
    case 'bool':
    case 'int':
      return String(node.value);
    case 'str':
      return JSON.stringify(node.value);
    case 'name':
      return names.has(node.name) ? `${own(node.name)}(s)` : node.name === 's' ? 's' : own(node.name);
    case 'lambda':
      return `((${node.params.map(({ name }) => own(name)).join(', ')}) => (${expression(node.expr)}))`;
    case 'let':
      return `((${own(node.opdef.name)}) => (${expression(node.expr)}))(${expression(node.opdef.expr)})`;
    case 'app': {
      const args = node.args.map(expression);
      if (node.opcode === 'Rec') {
        return `{ ${args.flatMap((name, at) => (at % 2 === 0 ? [`[${name}]: ${args[at + 1]}`] : [])).join(', ')} }`;
      }
      if (names.has(node.opcode)) return `${own(node.opcode)}(s)(${args.join(', ')})`;
      const write = Object.hasOwn(operators, node.opcode) ? operators[node.opcode] : undefined;
      if (!write) throw new Error(`the specification uses ${node.opcode}, which nobody has translated`);
      return write(...args);
    }
  }
}

/** Names of top-level definitions, each of which is a function of the state. */
let names = new Set<string>();

const isAct = (node: Node): boolean =>
  (node.kind === 'app' && (/^(assign|actionAll)$/.test(node.opcode) || node.args.some(isAct))) ||
  (node.kind === 'let' && (node.opdef.qualifier === 'nondet' || isAct(node.expr)));

/** Translates an action into statements; `rest` runs once for each possible choice. */
function statements(node: Node, rest: string): string {
  if (node.kind === 'let' && node.opdef.qualifier === 'nondet') {
    const { name, expr } = node.opdef;
    if (expr.kind !== 'app' || expr.opcode !== 'oneOf')
      throw new Error(`${name} is chosen by something else than oneOf`);
    const chosen = `picks = { ...picks, ${name}: ${own(name)} };`;
    return `for (const ${own(name)} of ${expr.args.map(expression).join()}) { ${chosen} ${statements(node.expr, rest)} }`;
  }
  if (node.kind === 'let' && isAct(node.expr)) {
    return `{ const ${own(node.opdef.name)} = ${expression(node.opdef.expr)}; ${statements(node.expr, rest)} }`;
  }
  if (node.kind === 'app' && node.opcode === 'actionAll')
    return node.args.reduceRight((after, one) => statements(one, after), rest);
  if (node.kind === 'app' && node.opcode === 'assign') {
    const [, value] = node.args;
    return value ? `{ const next = ${expression(value)}; ${rest} }` : '';
  }
  return `if (${expression(node)}) { ${rest} }`;
}

/** Makes the specification executable from its syntax tree, exploring every choice instead of a random one. */
export function compile(definitions: readonly Definition[], step: string): Model {
  names = new Set(definitions.filter(({ qualifier }) => qualifier !== 'action').map(({ name }) => name));
  const chosen = definitions.find(({ name }) => name === step)?.expr;
  const actions = chosen?.kind === 'app' ? chosen.args.flatMap((one) => (one.kind === 'name' ? [one.name] : [])) : [];
  const act = (name: string): string => {
    const body = definitions.find((one) => one.name === name)?.expr;
    if (!body) throw new Error(`the specification has no action ${name}`);
    const found = statements(body, `found.push({ action: '${name}', picks, state: next });`);
    return `function act_${name}(s) { const found = []; let picks = {}; ${found} return found; }`;
  };
  const code = [
    ...definitions
      .filter(({ name }) => names.has(name))
      .map(({ name, expr }) => `const ${own(name)} = (s) => (${expression(expr)});`),
    ...['init', ...actions].map(act),
    `return { init: act_init, acts: [${actions.map((name) => `act_${name}`).join(', ')}],
       values: { ${[...names].map((name) => `${name}: ${own(name)}`).join(', ')} } };`,
  ].join('\n');
  const made = compileFunction(`'use strict';\n${code}`)() as {
    init: (state: null) => Successor[];
    acts: ((state: State) => Successor[])[];
    values: Record<string, (state: State) => unknown>;
  };
  return {
    actions,
    initial: () => made.init(null),
    successors: (state) => made.acts.flatMap((one) => one(state)),
    holds: (rule, state) => made.values[rule]?.(state) === true,
  };
}
