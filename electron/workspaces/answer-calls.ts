import type { ProcedureName } from '../../shared/contract/desk-contract.ts';
import { answer, type Handlers } from '../rpc/transport/answer.ts';
import type { ScreenDesk } from '../rpc/screens/screen-desk.ts';
import type { SwitchingDesk } from './switching-desk.ts';

type Call = ScreenDesk['call'];

/** What is told when deliveries have begun: before that they would seem to have been stopped, and a desk that practises not to. */
const ofDeliveries: ReadonlySet<string> = new Set<ProcedureName>(['sync.status', 'drill.list', 'drill.begin']);

/** Calls of the workspace that is open. */
export const callWorkspace =
  ({ ofOpen, begun }: Pick<SwitchingDesk, 'ofOpen' | 'begun'>): Call =>
  async (name, input) => {
    if (ofDeliveries.has(name)) await begun;
    return ofOpen(input, (desk) => desk.call(name, input));
  };

/**
 * The first of three hops of a call: what the host answers itself (`own`), and else the desk of the workspace that is open, which takes it
 * to one of its threads (`threads/desk.ts`), where it is checked and answered (`rpc/transport/serve.ts`).
 */
export function answerCalls(
  own: Partial<Handlers<'desk'>>,
  desk: Pick<SwitchingDesk, 'ofOpen' | 'begun'>,
  report: (error: unknown) => void,
): Call {
  const call = callWorkspace(desk);
  return (name, input) => (Object.hasOwn(own, name) ? answer(own, name, input, report) : call(name, input));
}
