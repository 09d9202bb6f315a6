import { createRequire } from 'node:module';
import { join } from 'node:path';

/** One node of the specification as Quint's own parser leaves it, names resolved and types checked. */
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

/** The definitions of the specification, each after those it uses. Throws what Quint says where it is not right. */
export async function readSpecification(path = specification): Promise<Definition[]> {
  // the package offers these to its own command line only
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
