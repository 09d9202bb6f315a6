import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A node of the syntax tree from Quint's own parser, with names resolved and types checked. */
export type Node =
  | { kind: 'bool' | 'int' | 'str'; value: boolean | bigint | string }
  | { kind: 'name'; name: string }
  | { kind: 'app'; opcode: string; args: Node[] }
  | { kind: 'lambda'; params: { name: string }[]; expr: Node }
  | { kind: 'let'; opdef: Definition; expr: Node };

export interface Definition {
  kind: 'def';
  name: string;
  qualifier: string;
  expr: Node;
}

interface Parsed {
  modules: { declarations: (Definition | { kind: 'var' | 'typedef'; name: string })[] }[];
}
interface Left {
  isLeft(): boolean;
  value: unknown;
}
type Phase = (stage: unknown) => Promise<Left>;

export const specification = join(import.meta.dirname, '..', '..', 'docs', 'delivery.qnt');

/** Returns the definitions of the specification, each after those it uses. Throws Quint's errors if it is invalid. */
export async function readSpecification(path = specification): Promise<Definition[]> {
  // The package exports these only for its own command line.
  const load = createRequire(import.meta.url);
  const cli = load('@informalsystems/quint/dist/src/cliCommands.js') as Record<'load' | 'parse' | 'typecheck', Phase>;
  let stage: unknown = { input: path };
  for (const phase of [cli.load, cli.parse, cli.typecheck]) {
    const done = await phase(stage);
    if (done.isLeft()) throw new Error(JSON.stringify(done.value, ['msg', 'stage', 'errors', 'explanation']));
    stage = done.value;
  }
  const { modules } = stage as Parsed;
  return modules.flatMap(({ declarations }) => declarations).filter((one): one is Definition => one.kind === 'def');
}
