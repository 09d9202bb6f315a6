import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { ScreenDesk } from './screen-desk.ts';

export type Asked = Pick<ScreenDesk, 'call'>;

/** What the desk answers its host itself; null where it cannot now. */
export async function askDesk<N extends ProcedureName>(
  desk: Asked,
  name: N,
  input: Input<N>,
): Promise<Output<N> | null> {
  const result = await desk.call(name, input);
  return result.ok ? (result.value as Output<N>) : null;
}
